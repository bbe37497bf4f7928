/**
 * `npm run nightly`: what takes too long for a test. Ends by itself after NIGHTLY_MINUTES (10), says what it did and how
 * often, and fails if anything was wrong. NIGHTLY_SEED repeats its choices. Everything is on loopback.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { startOurs } from "../bench/sides";
import { crashes } from "./crashes";
import { print, type Found } from "./found";
import { fuzz } from "./fuzz";
import { decisionsAtOnce, lastSwipe, likesAtOnce } from "./races";

const PORT = 17_690;

export async function nightly({ root }: { root: string }): Promise<void> {
  const minutes = Number(process.env.NIGHTLY_MINUTES ?? 10);
  const seed = Number(process.env.NIGHTLY_SEED ?? Date.now() % 1_000_000);
  const places = { root, built: path.join(import.meta.dirname, "../bench") };
  const dir = path.join(root, ".local/nightly");
  await rm(dir, { recursive: true, force: true });
  const began = Date.now();
  const until = (share: number) => began + share * minutes * 60_000;
  const found: Found[] = [];
  const say = (one: Found) => (found.push(one), print([one]));
  try {
    // The races have a number, not a time: they take about a minute.
    const ours = await startOurs(places, path.join(dir, "doors"), PORT, 2_000, {
      checks: "local/nightly/checks.convex.ts",
    });
    say(await likesAtOnce(ours, 1_000));
    say(await lastSwipe(ours, 100));
    say(await decisionsAtOnce(ours));
    say(await fuzz(ours, until(0.5), seed));
    await ours.stop();
    say(await crashes({ places, dir: path.join(dir, "crashes"), port: PORT, until: until(0.75), seed }, false));
    say(await crashes({ places, dir: path.join(dir, "cuts"), port: PORT, until: until(1), seed }, true));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  process.exit(found.some(({ wrong }) => wrong.length > 0) ? 1 : 0);
}
