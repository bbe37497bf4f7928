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
import { print, type Found } from "./loopReport";
import { FOLDER } from "./functions";
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
const LEAST = 60_000;

export async function nightly({ root }: { root: string }): Promise<void> {
  const minutes = Number(process.env.NIGHTLY_MINUTES ?? 10);
  const seed = Number(process.env.NIGHTLY_SEED ?? Date.now() % 1_000_000);
  const places = { root, built: path.join(import.meta.dirname, "../bench") };
  const times = Math.max(1, Math.round(minutes));
  const dir = path.join(root, ".local/nightly");
  await rm(dir, { recursive: true, force: true });
  const began = Date.now();
  const found: Found[] = [];
  const say = (one: Found) => (found.push(one), print([one]));
  try {
    const ours = await startOurs(places, path.join(dir, "threads"), PORT, MEMBERS, { folder: FOLDER });
    // These have a fixed number of rounds. From fuzzing on the loops share the remaining time.
    say(await threadsUnderCuts(ours, Math.min(ROUNDS, 500), seed));
    const racing = await startOurs(places, path.join(dir, "people"), PORT + 2, 0, { folder: FOLDER });
    say(await peopleAtOnce(racing, ROUNDS, seed));
    await racing.stop();
    say(await properties(root, times));
    say(await programs(root, times));
    say(await deadSpots(root, minutes * 30));
    const left = Math.max(LEAST, began + minutes * 60_000 - Date.now());
    const plan = (name: string) => ({ places, dir: path.join(dir, name), port: PORT, lasts: left / 4, seed });
    say(await fuzz(ours, Date.now() + left / 4, seed));
    await ours.stop();
    for (const flood of await floodsOf(places, path.join(dir, "floods"), PORT)) say(flood);
    say(await crashes(plan("crashes"), false));
    say(await crashes(plan("cuts"), true));
    say(await purchases(plan("purchases")));
    const short = (name: string) => ({ ...plan(name), lasts: Math.min(left / 4, 40_000) });
    say(await fullDisk(short("full")));
    say(await failedSync(short("sync")));
    say(await damage(short("damage")));
  } catch (error) {
    // A running deployment would keep this process alive, so it exits below.
    console.error(error);
    found.push({ loop: "nightly", did: "cut short", wrong: [String(error)] });
  }
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  process.exit(found.some(({ wrong }) => wrong.length > 0) ? 1 : 0);
}
