/**
 * Kills a deployment during bursts of swipes, repeatedly, with `kill -9`. Some kills also lose unsynced data, as a power cut does. Then every
 * answered swipe must exist once, and the rules must hold.
 */
import { existsSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startOurs, type BenchPaths, type Running } from "../bench/sides";
import { seededRandom, swipeAs } from "./calls";
import type { LoopReport } from "./loopReport";
import { checks, FOLDER } from "./functions";

export interface Plan {
  paths: BenchPaths;
  dir: string;
  port: number;
  /** Duration in milliseconds, from the deployment's start. */
  durationMs: number;
  seed: number;
}

/** Number of women, and of men. They are among the first thousand, whose swipes are unlimited. */
const EACH = 300;
const AT_ONCE = 16;
/** A disk writes this many bytes atomically. */
const SECTOR = 512;
/** Maximum number of decisions that one query can read. */
const MAX_DECISIONS = 8_000;

export async function crashes({ paths, dir, port, durationMs, seed }: Plan, isPowerCut: boolean): Promise<LoopReport> {
  const shim = pathToFileURL(path.join(paths.root, "dev/nightly/copySyncedLog.mjs")).href;
  const more = { folder: FOLDER, execArgv: isPowerCut ? ["--import", shim] : [] };
  const ours = await startOurs(paths, dir, port, 2 * EACH, more);
  const random = seededRandom(seed);
  const end = Date.now() + durationMs;
  const answered = new Set<string>();
  const faults: string[] = [];
  const sum = { kills: 0, lost: 0, unjudged: 0 };
  for (let pair = 0; Date.now() < end && answered.size < MAX_DECISIONS; sum.kills++) {
    pair = await burst(ours, random, pair, answered);
    if (isPowerCut) await loseUnsynced(path.join(dir, "data"), random, sum);
    await ours.restart();
    faults.push(...(await missing(ours, answered)));
  }
  await ours.stop();
  const lost = isPowerCut ? `, ${sum.lost} bytes lost, ${sum.unjudged} cuts without a sync to judge by` : "";
  const summary = `${sum.kills} times, ${answered.size} answered swipes${lost}, seed ${seed}`;
  return { loop: isPowerCut ? "power cuts" : "crashes", summary, faults };
}

/** Lets both people of each pair swipe on each other, as fast as possible, until the process is killed. */
async function burst({ side, kill }: Running, random: () => number, first: number, answered: Set<string>) {
  let [pair, isAlive] = [first, true];
  const decide = async (from: number, to: number, liked: boolean) => {
    const result = await swipeAs(side, from, to, liked).catch(() => null);
    const decision = `${side.members[from]!.id}>${side.members[to]!.id}:${liked ? "like" : "dislike"}`;
    if (result?.kind === "value") answered.add(decision);
  };
  const people = Array.from({ length: AT_ONCE }, async () => {
    while (isAlive) {
      const n = pair++;
      const [man, woman] = [2 * (n % EACH), 2 * ((n + Math.floor(n / EACH)) % EACH) + 1];
      await Promise.all([decide(man, woman, random() < 0.7), decide(woman, man, random() < 0.7)]);
    }
  });
  // Waits for some answers, so that even on a slow machine the kill interrupts other swipes.
  const [answeredBefore, deadline] = [answered.size, Date.now() + 10_000];
  while (answered.size < answeredBefore + AT_ONCE && Date.now() < deadline) await wait(20);
  await wait(300 * random());
  const killed = kill();
  isAlive = false;
  await Promise.all([killed, ...people]);
  return pair;
}

/** Returns answered decisions that are missing, and broken rules. */
export async function missing({ call }: Running, answered: Set<string>): Promise<string[]> {
  const { decisions, wrong: violations } = await call("query", checks.audit, {});
  const stored = new Set(decisions);
  const lost = [...answered].filter((decision) => !stored.has(decision));
  return [...violations, ...lost.map((decision) => `answered and lost: ${decision}`)];
}

/** Reverts the log to its synced state, except for a random part of the sectors written since. */
async function loseUnsynced(
  data: string,
  random: () => number,
  sum: { lost: number; unjudged: number },
): Promise<void> {
  const log = path.join(data, "data.sqlite-wal");
  const synced = `${log}.synced`;
  // Without a copy from a sync there is nothing to compare with.
  if (!existsSync(log) || !existsSync(synced)) return void sum.unjudged++;
  // If the database file changed after the last recorded sync, SQLite has synced the log since.
  const isCheckpointed = (await stat(log.replace(/-wal$/, ""))).mtimeMs >= (await stat(synced)).mtimeMs;
  const content = await readFile(log);
  const syncedLog = await readFile(synced);
  await rm(synced);
  if (isCheckpointed) return void sum.unjudged++;
  for (let at = 0; at < Math.max(content.length, syncedLog.length); at += SECTOR) {
    const [current, lastSynced] = [content.subarray(at, at + SECTOR), syncedLog.subarray(at, at + SECTOR)];
    if (current.equals(lastSynced) || random() < 0.3) continue;
    sum.lost += current.length;
    // Sectors that were never on disk become zeros.
    current.fill(0).set(lastSynced.subarray(0, current.length));
  }
  await writeFile(log, content);
}
