/** A full disk, a disk that fails to sync, and damaged files. Answered calls must still be there, and nothing may hang. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startOurs, type Running } from "../bench/sides";
import { api } from "../../convex/_generated/api";
import { callAs, chanceOf, swipeAs } from "./calls";
import { missing, type Plan } from "./crashes";
import type { Found } from "./loopReport";
import { FOLDER } from "./functions";

const PEOPLE = 200;
const AT_ONCE = 16;
/** Size of the file system. The product's functions and people take a third of it. */
const TMPFS = "64m";
/** Refused writes per full disk, before there is space again. */
const REFUSED = 200;
/** Nothing may take longer (ms), whatever the disk does. */
const LONGEST_MS = 5_000;
const FULL = /The disk of this deployment is full/;
const PAGE_BYTES = 2_048;

/**
 * Fills a small file system repeatedly. Reads must continue, writes must be refused with the right message, and both must work once there
 * is space.
 */
export async function fullDisk(plan: Plan): Promise<Found> {
  const { dir } = plan;
  await mkdir(dir, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${TMPFS}`, "tmpfs", dir]).status === 0;
  if (!mounted) return { loop: "full disk", did: "left out: no right to mount a file system", wrong: [] };
  try {
    return await fillAgain(plan);
  } finally {
    spawnSync("umount", ["-l", dir]);
  }
}

/** Fails a sync during a burst, repeatedly. The process must end by itself, with every answered swipe on disk. */
export async function failedSync({ places, dir, port, lasts }: Plan): Promise<Found> {
  const fails = path.join(dir, "fails");
  process.env.SYNC_FAILS = fails;
  const shim = pathToFileURL(path.join(places.root, "dev/nightly/failSyncs.mjs")).href;
  const ours = await startOurs(places, dir, port, PEOPLE, { folder: FOLDER, execArgv: ["--import", shim] });
  const until = Date.now() + lasts;
  const answered = new Set<string>();
  const wrong: string[] = [];
  const swipes = allSwipes();
  let times = 0;
  for (; Date.now() < until && times < 30; times++) {
    const before = answered.size;
    const burst = Promise.all(Array.from({ length: AT_ONCE }, () => swipeUntil(ours, swipes, answered)));
    while (answered.size < before + AT_ONCE) await wait(10);
    writeFileSync(fails, "");
    if (!(await ended(ours.pid))) {
      wrong.push("a sync failed, and the process goes on");
      await ours.kill();
    }
    await burst;
    rmSync(fails);
    await ours.restart();
    wrong.push(...(await missing(ours, answered)));
  }
  await ours.stop();
  return { loop: "failed sync", did: `${times} times, ${answered.size} answered swipes`, wrong };
}

/** Truncates the database file or zeroes parts of it. A start must refuse it unchanged, or find all answered swipes. */
export async function damage({ places, dir, port, lasts, seed }: Plan): Promise<Found> {
  const ours = await startOurs(places, dir, port, PEOPLE, { folder: FOLDER });
  const [chance, until] = [chanceOf(seed), Date.now() + lasts];
  const answered = new Set<string>();
  const wrong: string[] = [];
  const swipes = allSwipes();
  for (let n = 0; n < 300; n++) await swipeOnce(ours, swipes, answered);
  await ours.stop();
  const file = path.join(dir, "data/data.sqlite");
  const whole = readFileSync(file);
  let [times, refused] = [0, 0];
  for (; Date.now() < until && times < 40; times++) {
    hurt(file, whole, chance);
    const hurtBytes = readFileSync(file);
    const isUp = await ours.restart().then(
      () => true,
      () => false,
    );
    if (isUp) wrong.push(...(await missing(ours, answered)));
    else if (!readFileSync(file).equals(hurtBytes)) wrong.push("a damaged file was refused, and changed");
    if (isUp) await ours.kill();
    else refused++;
    for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
    writeFileSync(file, whole);
  }
  await ours.restart();
  wrong.push(...(await missing(ours, answered)));
  await ours.stop();
  return { loop: "damage", did: `${times} times, ${refused} refused at the start, seed ${seed}`, wrong };
}

async function fillAgain({ places, dir, port, lasts }: Plan): Promise<Found> {
  const ours = await startOurs(places, dir, port, PEOPLE, { folder: FOLDER });
  const until = Date.now() + lasts;
  const answered = new Set<string>();
  const wrong: string[] = [];
  const swipes = allSwipes();
  let [times, refused] = [0, 0];
  for (; Date.now() < until && times < 20; times++) {
    const filler = fill(path.join(dir, "filler"));
    refused += await swipeWhileFull(ours, swipes, answered, wrong);
    rmSync(filler);
    if (!(await succeedsSoon(ours, swipes, answered))) wrong.push("there is space again, and writes are still refused");
    await ours.kill();
    await ours.restart();
    wrong.push(...(await missing(ours, answered)));
  }
  await ours.stop();
  const did = `${times} times ${TMPFS}, ${refused} refused, ${answered.size} answered swipes`;
  return { loop: "full disk", did, wrong };
}

/** Truncates the file anywhere, or zeroes some pages. */
function hurt(file: string, whole: Buffer, chance: () => number): void {
  if (chance() < 0.5) return truncateSync(file, 1 + Math.floor(chance() * (whole.length - 1)));
  const pages = whole.length / PAGE_BYTES;
  const from = Math.floor(chance() * (pages - 8));
  const zeroed = Buffer.from(whole).fill(
    0,
    from * PAGE_BYTES,
    Math.min(whole.length, (from + 8 + Math.floor(chance() * 64)) * PAGE_BYTES),
  );
  writeFileSync(file, zeroed);
}

/** Returns all pairs of a man and a woman. */
function allSwipes(): Iterator<[number, number]> {
  return (function* () {
    for (let step = 0; step < PEOPLE / 2; step++) {
      for (let n = 0; n < PEOPLE / 2; n++) yield [2 * n, 2 * ((n + step) % (PEOPLE / 2)) + 1] as [number, number];
    }
  })();
}

/** Makes the next swipe. Returns why it failed, or null. */
async function swipeOnce({ side }: Running, swipes: Iterator<[number, number]>, answered: Set<string>) {
  const next = swipes.next();
  if (next.done) return "no swipes left";
  const [from, to] = next.value;
  const answer = await swipeAs(side, from, to, true).catch(() => null);
  if (answer?.kind === "value") answered.add(`${side.members[from]!.id}>${side.members[to]!.id}:like`);
  return answer === null ? "cut" : answer.kind === "broken" ? answer.text : null;
}

async function swipeUntil(ours: Running, swipes: Iterator<[number, number]>, answered: Set<string>): Promise<void> {
  while ((await swipeOnce(ours, swipes, answered)) === null);
}

async function swipeWhileFull(
  ours: Running,
  swipes: Iterator<[number, number]>,
  answered: Set<string>,
  wrong: string[],
) {
  const { url, members } = ours.side;
  let refused = 0;
  while (refused < REFUSED) {
    const began = Date.now();
    const said = await swipeOnce(ours, swipes, answered);
    if (said === "no swipes left") break;
    if (said !== null && FULL.test(said)) refused++;
    else if (said !== null) wrong.push(`on a full disk: ${said.slice(0, 200)}`);
    const read = await callAs(url, members[0]!.token, "query", api.profiles.me, {});
    if (read.kind !== "value") wrong.push(`a read on a full disk: ${JSON.stringify(read).slice(0, 200)}`);
    if (Date.now() - began > LONGEST_MS) wrong.push(`on a full disk a call took ${Date.now() - began} ms`);
  }
  return refused;
}

async function succeedsSoon(ours: Running, swipes: Iterator<[number, number]>, answered: Set<string>) {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await wait(50)) {
    if ((await swipeOnce(ours, swipes, answered)) === null) return true;
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
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await wait(20)) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
  }
  return false;
}
