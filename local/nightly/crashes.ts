/**
 * Ends a deployment in the middle of a burst of swipes, again and again: with `kill -9` alone, or also losing what its log
 * had not synced, as a power cut does. Every answered swipe must be there afterwards, once, and the rules must hold.
 */
import { existsSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startOurs, type Places, type Running } from "../bench/sides";
import { chanceOf, swipeAs } from "./calls";
import type { Found } from "./found";

export interface Plan {
  places: Places;
  dir: string;
  port: number;
  until: number;
  seed: number;
}

const CHECKS = "local/nightly/checks.convex.ts";
/** Women and men of the first thousand, who may swipe without limit. */
const EACH = 300;
const AT_ONCE = 16;
/** So many can still be looked at in one query. */
const MOST = 8_000;

export async function crashes({ places, dir, port, until, seed }: Plan, power: boolean): Promise<Found> {
  const shim = pathToFileURL(path.join(places.root, "local/nightly/keepsWhatIsSynced.mjs")).href;
  const more = { checks: CHECKS, execArgv: power ? ["--import", shim] : [] };
  const ours = await startOurs(places, dir, port, 2 * EACH, more);
  const chance = chanceOf(seed);
  const [answered, wrong, sum] = [new Set<string>(), [] as string[], { kills: 0, lost: 0, unjudged: 0 }];
  for (let pair = 0; Date.now() < until && answered.size < MOST; sum.kills++) {
    pair = await burst(ours, chance, pair, answered);
    if (power) await lose(path.join(dir, "data"), chance, sum);
    await ours.restart();
    wrong.push(...(await missing(ours, answered)));
  }
  await ours.stop();
  const lost = power ? `, ${sum.lost} bytes lost, ${sum.unjudged} cuts without loss in a checkpoint` : "";
  const did = `${sum.kills} times, ${answered.size} answered swipes${lost}, seed ${seed}`;
  return { loop: power ? "power cuts" : "crashes", did, wrong };
}

/** Both of each pair decide about each other, as fast as it goes, until the process is gone. */
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
  await wait(150 + 350 * chance());
  const gone = kill();
  alive = false;
  await Promise.all([gone, ...people]);
  return pair;
}

async function missing({ call }: Running, answered: Set<string>): Promise<string[]> {
  const { decisions, wrong } = (await call("query", "checks:audit", {})) as { decisions: string[]; wrong: string[] };
  const there = new Set(decisions);
  return [...wrong, ...[...answered].filter((one) => !there.has(one)).map((one) => `answered and lost: ${one}`)];
}

/** Leaves of the log what was synced, and of the rest a torn beginning. */
async function lose(data: string, chance: () => number, sum: { lost: number; unjudged: number }): Promise<void> {
  const log = path.join(data, "data.sqlite-wal");
  const synced = `${log}.synced`;
  if (!existsSync(log) || !existsSync(synced)) throw new Error(`No log was kept beside ${log}`);
  // The database itself was written to after the last sync seen here: SQLite has synced the log on its own since.
  const isCheckpointed = (await stat(log.replace(/-wal$/, ""))).mtimeMs >= (await stat(synced)).mtimeMs;
  const [whole, kept] = [await readFile(log), await readFile(synced)];
  if (isCheckpointed) sum.unjudged++;
  else {
    const rest = Buffer.from(whole.subarray(kept.length));
    const torn = rest.subarray(0, Math.floor(rest.length * chance()));
    for (let at = 0; at < torn.length; at += 512) if (chance() < 0.3) torn.fill(0, at, at + 512);
    await writeFile(log, Buffer.concat([kept, torn]));
    sum.lost += rest.length;
  }
  await rm(synced);
}
