/**
 * `npm run nightly`: checks that take too long for a test. It prints what it did and how often, and fails if anything was wrong.
 * NIGHTLY_MINUTES (10): loops without an end of their own share what the others leave of them, one minute at least, and tests with
 * random input are tried so many times as often. NIGHTLY_ROUNDS (2,000) and NIGHTLY_PORT say how many rounds of people there are, and
 * where; NIGHTLY_SEED repeats the random choices. Everything is on loopback.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { startOurs } from "../bench/sides";
import { threadsUnderCuts } from "./chat";
import { crashes } from "./crashes";
import { deadSpots } from "./deadSpots";
import { damage, failedSync, fullDisk } from "./disk";
import { fairness } from "./fairness";
import { floodsOf } from "./floods";
import { print, type Found } from "./found";
import { fuzz } from "./fuzz";
import { programs, properties } from "./properties";
import { purchases } from "./purchases";
import { peopleAtOnce } from "./raceRounds";
import { decisionsAtOnce, lastSwipe, likesAtOnce, undosAtOnce } from "./races";

const PORT = Number(process.env.NIGHTLY_PORT ?? 17_690);
/** Rounds in which everybody acts at once; each takes a few tenths of a second. */
const ROUNDS = Number(process.env.NIGHTLY_ROUNDS ?? 2_000);
const RACES = ["invariants", "danglingIds", "newMatches", "threads", "raceCast"].map(
  (name) => `dev/nightly/${name}.convex.ts`,
);
/** The least time for the loops without an end of their own, together. */
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
    const checks = "dev/nightly/checks.convex.ts";
    const ours = await startOurs(places, path.join(dir, "races"), PORT, 2_200, { checks });
    // These have a fixed number of rounds; from fuzzing on the loops share the remaining time.
    say(await likesAtOnce(ours, 1_000));
    say(await threadsUnderCuts(ours, 500, seed));
    say(await undosAtOnce(ours, 1_000));
    say(await lastSwipe(ours, 100));
    say(await decisionsAtOnce(ours));
    const racing = await startOurs(places, path.join(dir, "people"), PORT + 2, 0, { also: RACES });
    say(await peopleAtOnce(racing, ROUNDS, seed));
    await racing.stop();
    say(await fairness(places, path.join(dir, "fairness"), PORT + 4, seed));
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
    // A deployment that still runs would keep this process alive, so it exits below.
    console.error(error);
    found.push({ loop: "nightly", did: "cut short", wrong: [String(error)] });
  }
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  process.exit(found.some(({ wrong }) => wrong.length > 0) ? 1 : 0);
}
