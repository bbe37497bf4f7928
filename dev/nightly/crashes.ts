/**
 * Kills a deployment during bursts of swipes, repeatedly, with `kill -9`. Some kills also lose unsynced data, as a power cut does. Then every
 * answered swipe must exist once, and the rules must hold.
 */
import { existsSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { killDuring, type LoopReport, type Plan } from "./loop";
import { CONCURRENT_PAIRS, interruptRepeatedly } from "./swipes";

/** They are among the first thousand, whose swipes are unlimited. */
const MEMBERS = 600;
/** A disk writes this many bytes atomically. */
const SECTOR = 512;

export async function crashes(plan: Plan, isPowerCut: boolean): Promise<LoopReport> {
  const shim = pathToFileURL(path.join(plan.root, "dev/nightly/copySyncedLog.mjs")).href;
  const options = { people: MEMBERS, execArgv: isPowerCut ? ["--import", shim] : [] };
  const sum = { lost: 0, unjudged: 0 };
  const { summary, faults } = await interruptRepeatedly(plan, options, async ({ ours, swipes, random }) => {
    const enough = swipes.answered.size + CONCURRENT_PAIRS;
    await killDuring(swipes.untilFailure(), ours, random, () => swipes.answered.size >= enough);
    if (isPowerCut) await loseUnsynced(path.join(plan.dir, "data"), random, sum);
  });
  if (!isPowerCut) return { loop: "crashes", summary, faults };
  const lost = `${sum.lost} bytes lost, ${sum.unjudged} cuts without a sync to judge by`;
  return { loop: "power cuts", summary: `${summary}, ${lost}`, faults };
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
