/**
 * `npm run nightly`: checks that take too long for a test. Prints each check's work and faults, and fails if there were any.
 * NIGHTLY_MINUTES (10): open-ended loops share the minutes that the others leave, at least one. Tests with random input are repeated as
 * many times. NIGHTLY_ROUNDS (2,000): rounds of the race, and up to 500 cuts of connections. NIGHTLY_SEED repeats the random choices.
 * NIGHTLY_PORT is the first port. Everything is on loopback.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { startOurs } from "../bench/sides";
import { threadsUnderCuts } from "./chat";
import { crashes } from "./crashes";
import { damage, failedSync, fullDisk } from "./disk";
import { floodsOf } from "./floods";
import type { LoopReport } from "./loop";
import { fuzz } from "./fuzz";
import { deadSpots, programs, properties } from "./otherTests";
import { purchases } from "./purchases";
import { peopleAtOnce } from "./raceRounds";

const PORT = Number(process.env.NIGHTLY_PORT ?? 17_690);
/** Each round takes at most a few tenths of a second. */
const ROUNDS = Number(process.env.NIGHTLY_ROUNDS ?? 2_000);
/** Members of the deployment for threads and fuzzing. The first thousand have Gold. */
const MEMBERS = 1_300;
/** Minimum time (ms) for all open-ended loops together. */
const MIN_LOOPS_MS = 60_000;

export async function nightly({ root }: { root: string }): Promise<void> {
  const minutes = Number(process.env.NIGHTLY_MINUTES ?? 10);
  const seed = Number(process.env.NIGHTLY_SEED ?? Date.now() % 1_000_000);
  const times = Math.max(1, Math.round(minutes));
  const dir = path.join(root, ".local/nightly");
  await rm(dir, { recursive: true, force: true });
  const startedAt = Date.now();
  const reports: LoopReport[] = [];
  const add = (report: LoopReport) => (reports.push(report), print(report));
  try {
    const ours = await startOurs(root, path.join(dir, "threads"), PORT, MEMBERS);
    // These have a fixed number of rounds. From fuzzing on the loops share the remaining time.
    add(await threadsUnderCuts(ours, Math.min(ROUNDS, 500), seed));
    const racing = await startOurs(root, path.join(dir, "people"), PORT + 2, 0);
    add(await peopleAtOnce(racing, ROUNDS, seed));
    await racing.stop();
    add(await properties(root, times));
    add(await programs(root, times));
    add(await deadSpots(root, minutes * 30));
    const remaining = Math.max(MIN_LOOPS_MS, startedAt + minutes * 60_000 - Date.now());
    const plan = (name: string) => ({ root, dir: path.join(dir, name), port: PORT, durationMs: remaining / 4, seed });
    add(await fuzz(ours, Date.now() + remaining / 4, seed));
    await ours.stop();
    for (const flood of await floodsOf(root, path.join(dir, "floods"), PORT)) add(flood);
    add(await crashes(plan("crashes"), false));
    add(await crashes(plan("cuts"), true));
    add(await purchases(plan("purchases")));
    const short = (name: string) => ({ ...plan(name), durationMs: Math.min(remaining / 4, 40_000) });
    add(await fullDisk(short("full")));
    add(await failedSync(short("sync")));
    add(await damage(short("damage")));
  } catch (error) {
    // A running deployment would keep this process alive, so it exits below.
    console.error(error);
    reports.push({ loop: "nightly", summary: "cut short", faults: [String(error)] });
  }
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  process.exit(reports.some(({ faults }) => faults.length > 0) ? 1 : 0);
}

/** Prints a line for a loop, and its first ten faults. */
function print({ loop, summary, faults }: LoopReport): void {
  console.log(`${loop.padEnd(12)} ${summary}: ${faults.length === 0 ? "nothing wrong" : `${faults.length} WRONG`}`);
  for (const line of faults.slice(0, 10)) console.log(`  ${line}`);
}
