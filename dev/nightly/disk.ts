/** A full disk, a disk that fails to sync, and damaged files. Answered calls must still be there, and nothing may hang. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { api } from "../../convex/_generated/api";
import { RefusedStart, startOurs, type Running } from "../bench/sides";
import { callAs, seededRandom } from "./calls";
import type { LoopReport, Plan } from "./loop";
import { CONCURRENT_PAIRS, interruptRepeatedly, Swipes, type SwipeRun } from "./swipes";

const PEOPLE = 200;
/** Size of the file system. The product's functions and people take a third of it. */
const TMPFS = "64m";
/** Refused writes per full disk, before there is space again. */
const REFUSED = 200;
/** Nothing may take longer (ms), whatever the disk does. */
const MAX_CALL_MS = 5_000;
const FULL = /The disk of this deployment is full/;
const PAGE_BYTES = 2_048;

/**
 * Fills a small file system repeatedly. Reads must continue, writes must be refused with the right message, and both must work once there
 * is space.
 */
export async function fullDisk(plan: Plan): Promise<LoopReport> {
  const { dir } = plan;
  await mkdir(dir, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${TMPFS}`, "tmpfs", dir]).status === 0;
  if (!mounted) return { loop: "full disk", summary: "left out: no right to mount a file system", faults: [] };
  try {
    return await fillAgain(plan);
  } finally {
    spawnSync("umount", ["-l", dir]);
  }
}

/** Fails a sync during a burst, repeatedly. The process must end on its own, with every answered swipe on disk. */
export async function failedSync(plan: Plan): Promise<LoopReport> {
  const failFile = path.join(plan.dir, "fails");
  process.env.SYNC_FAILS = failFile;
  const shim = pathToFileURL(path.join(plan.root, "dev/nightly/failSyncs.mjs")).href;
  const options = { people: PEOPLE, most: 30, execArgv: ["--import", shim] };
  const report = await interruptRepeatedly(plan, options, async ({ ours, swipes, faults }) => {
    const enough = swipes.answered.size + CONCURRENT_PAIRS;
    const burst = swipes.untilFailure();
    while (swipes.answered.size < enough) await wait(10);
    writeFileSync(failFile, "");
    if (!(await ended(ours.pid))) {
      faults.push("a sync failed, and the process goes on");
      await ours.kill();
    }
    await burst;
    rmSync(failFile);
  });
  return { loop: "failed sync", ...report };
}

/** Truncates the database file or zeroes parts of it. A start must refuse it unchanged, or find all answered swipes. */
export async function damage({ root, dir, port, durationMs, seed }: Plan): Promise<LoopReport> {
  const ours = await startOurs(root, dir, port, PEOPLE);
  const [random, until] = [seededRandom(seed), Date.now() + durationMs];
  const swipes = new Swipes(ours, random);
  const faults: string[] = [];
  for (let n = 0; n < 150; n++) await swipes.next();
  await ours.stop();
  const file = path.join(dir, "data/data.sqlite");
  const intact = readFileSync(file);
  let [times, refused] = [0, 0];
  for (; Date.now() < until && times < 40; times++) {
    damageFile(file, intact, random);
    const damagedBytes = readFileSync(file);
    const isUp = await startsUndamaged(ours);
    if (isUp) faults.push(...(await swipes.missing()));
    else if (!readFileSync(file).equals(damagedBytes)) faults.push("a damaged file was refused, and changed");
    if (isUp) await ours.kill();
    else refused++;
    for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
    writeFileSync(file, intact);
  }
  await ours.restart();
  faults.push(...(await swipes.missing()));
  await ours.stop();
  return { loop: "damage", summary: `${times} times, ${refused} refused at the start, seed ${seed}`, faults };
}

/** False if the deployment refuses its database as damaged. Throws if it ends for another reason. */
async function startsUndamaged(ours: Running): Promise<boolean> {
  try {
    await ours.restart();
    return true;
  } catch (error) {
    if (error instanceof RefusedStart) return false;
    throw error;
  }
}

async function fillAgain(plan: Plan): Promise<LoopReport> {
  let refused = 0;
  const options = { people: PEOPLE, most: 20 };
  const { summary, faults } = await interruptRepeatedly(plan, options, async (run) => {
    const filler = fill(path.join(plan.dir, "filler"));
    refused += await swipeWhileFull(run);
    rmSync(filler);
    if (!(await succeedsWithinLimit(run.swipes))) run.faults.push("there is space again, and writes are still refused");
    await run.ours.kill();
  });
  return { loop: "full disk", summary: `${summary}, ${TMPFS}, ${refused} refused`, faults };
}

/** Truncates the file anywhere, or zeroes some pages. */
function damageFile(file: string, intact: Buffer, random: () => number): void {
  if (random() < 0.5) return truncateSync(file, 1 + Math.floor(random() * (intact.length - 1)));
  const pages = intact.length / PAGE_BYTES;
  const from = Math.floor(random() * (pages - 8));
  const zeroed = Buffer.from(intact).fill(
    0,
    from * PAGE_BYTES,
    Math.min(intact.length, (from + 8 + Math.floor(random() * 64)) * PAGE_BYTES),
  );
  writeFileSync(file, zeroed);
}

/** Returns the number of refused swipes. */
async function swipeWhileFull({ ours, swipes, faults }: SwipeRun): Promise<number> {
  const { url, members } = ours.side;
  let refused = 0;
  while (refused < REFUSED && !swipes.isOver) {
    const startedAt = Date.now();
    for (const failure of await swipes.next()) {
      if (FULL.test(failure)) refused++;
      else faults.push(`on a full disk: ${failure.slice(0, 200)}`);
    }
    const read = await callAs(url, members[0]!.token, "query", api.profiles.me, {});
    if (read.kind !== "value") faults.push(`a read on a full disk: ${JSON.stringify(read).slice(0, 200)}`);
    if (Date.now() - startedAt > MAX_CALL_MS) faults.push(`on a full disk a call took ${Date.now() - startedAt} ms`);
  }
  return refused;
}

async function succeedsWithinLimit(swipes: Swipes): Promise<boolean> {
  for (const until = Date.now() + MAX_CALL_MS; Date.now() < until; await wait(50)) {
    if ((await swipes.next()).length === 0) return true;
  }
  return false;
}

/** Writes until the disk is full. Returns the file. */
function fill(file: string): string {
  const descriptor = openSync(file, "w");
  for (const size of [1024 * 1024, 4_096, 1]) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size, 1));
    } catch {
      // The disk is full for pieces of this size.
    }
  }
  closeSync(descriptor);
  return file;
}

async function ended(pid: number): Promise<boolean> {
  for (const until = Date.now() + MAX_CALL_MS; Date.now() < until; await wait(20)) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
  }
  return false;
}
