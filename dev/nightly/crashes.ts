/**
 * Kills a deployment during bursts of swipes, repeatedly: with `kill -9` alone, or also losing what was not synced, as in a power cut. Then
 * every answered swipe must exist once, and the rules must hold.
 */
import { existsSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startOurs, type Places, type Running } from "../bench/sides";
import { chanceOf, swipeAs } from "./calls";
import type { Found } from "./loopReport";
import { checks, FOLDER } from "./functions";

export interface Plan {
  places: Places;
  dir: string;
  port: number;
  /** Duration in milliseconds, from the deployment's start. */
  lasts: number;
  seed: number;
}

/** Number of women, and of men. They are among the first thousand, whose swipes are unlimited. */
const EACH = 300;
const AT_ONCE = 16;
/** A disk writes this many bytes atomically. */
const SECTOR = 512;
/** Maximum number of decisions that one query can read. */
const MOST = 8_000;

export async function crashes({ places, dir, port, lasts, seed }: Plan, power: boolean): Promise<Found> {
  const shim = pathToFileURL(path.join(places.root, "dev/nightly/copySyncedLog.mjs")).href;
  const more = { folder: FOLDER, execArgv: power ? ["--import", shim] : [] };
  const ours = await startOurs(places, dir, port, 2 * EACH, more);
  const chance = chanceOf(seed);
  const until = Date.now() + lasts;
  const answered = new Set<string>();
  const wrong: string[] = [];
  const sum = { kills: 0, lost: 0, unjudged: 0 };
  for (let pair = 0; Date.now() < until && answered.size < MOST; sum.kills++) {
    pair = await burst(ours, chance, pair, answered);
    if (power) await lose(path.join(dir, "data"), chance, sum);
    await ours.restart();
    wrong.push(...(await missing(ours, answered)));
  }
  await ours.stop();
  const lost = power ? `, ${sum.lost} bytes lost, ${sum.unjudged} cuts without a sync to judge by` : "";
  const did = `${sum.kills} times, ${answered.size} answered swipes${lost}, seed ${seed}`;
  return { loop: power ? "power cuts" : "crashes", did, wrong };
}

/** Lets both people of each pair swipe on each other, as fast as possible, until the process is killed. */
async function burst({ side, kill }: Running, chance: () => number, first: number, answered: Set<string>) {
  let [pair, alive] = [first, true];
  const decide = async (from: number, to: number, liked: boolean) => {
    const answer = await swipeAs(side, from, to, liked).catch(() => null);
    const decision = `${side.members[from]!.id}>${side.members[to]!.id}:${liked ? "like" : "dislike"}`;
    if (answer?.kind === "value") answered.add(decision);
  };
  const people = Array.from({ length: AT_ONCE }, async () => {
    while (alive) {
      const n = pair++;
      const [man, woman] = [2 * (n % EACH), 2 * ((n + Math.floor(n / EACH)) % EACH) + 1];
      await Promise.all([decide(man, woman, chance() < 0.7), decide(woman, man, chance() < 0.7)]);
    }
  });
  // Waits for some answers, so that even on a slow machine the kill interrupts other swipes.
  const [before, most] = [answered.size, Date.now() + 10_000];
  while (answered.size < before + AT_ONCE && Date.now() < most) await wait(20);
  await wait(300 * chance());
  const gone = kill();
  alive = false;
  await Promise.all([gone, ...people]);
  return pair;
}

/** Returns answered decisions that are missing, and broken rules. */
export async function missing({ call }: Running, answered: Set<string>): Promise<string[]> {
  const { decisions, wrong } = await call("query", checks.audit, {});
  const there = new Set(decisions);
  return [...wrong, ...[...answered].filter((one) => !there.has(one)).map((one) => `answered and lost: ${one}`)];
}

/** Reverts the log to its synced state, except for a random part of the sectors written since. */
async function lose(data: string, chance: () => number, sum: { lost: number; unjudged: number }): Promise<void> {
  const log = path.join(data, "data.sqlite-wal");
  const synced = `${log}.synced`;
  // Without a copy from a sync there is nothing to compare with.
  if (!existsSync(log) || !existsSync(synced)) return void sum.unjudged++;
  // If the database file changed after the last recorded sync, SQLite has synced the log since.
  const isCheckpointed = (await stat(log.replace(/-wal$/, ""))).mtimeMs >= (await stat(synced)).mtimeMs;
  const whole = await readFile(log);
  const kept = await readFile(synced);
  await rm(synced);
  if (isCheckpointed) return void sum.unjudged++;
  for (let at = 0; at < Math.max(whole.length, kept.length); at += SECTOR) {
    const [now, before] = [whole.subarray(at, at + SECTOR), kept.subarray(at, at + SECTOR)];
    if (now.equals(before) || chance() < 0.3) continue;
    sum.lost += now.length;
    // Sectors that were never on disk become zeros.
    now.fill(0).set(before.subarray(0, now.length));
  }
  await writeFile(log, whole);
}
