/**
 * Fairness with many members, with the real functions on the local deployment, because convex-test would take minutes. A
 * person counts as shown to a viewer once, even if dealt several times.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { build } from "../../scripts/build.mjs";
import { median } from "./figures";
import { startOurs, type Running } from "./sides";

/** All members have Gold: the men are one partition of the deck, and the women another. */
const MEMBERS = 1_000;
const SWIPES = 2_000;
const root = path.resolve(import.meta.dirname, "../..");
let dir: string;
let ours: Running;

beforeAll(async () => {
  await mkdir(path.join(root, ".local/test"), { recursive: true });
  dir = await mkdtemp(path.join(root, ".local/test/fairness-"));
  ours = await startOurs({ root, built: path.join(await build(root), "dev/bench") }, dir, 0, MEMBERS);
}, 180_000);

afterAll(async () => {
  await ours.stop();
  await rm(dir, { recursive: true, force: true });
});

test("after 2,000 random swipes in 1,000 members the least shown has at least half the median of showings", async () => {
  const { url, members } = ours.side;
  const chance = randomOf(7);
  const clients = members.map(({ token }) => new ConvexHttpClient(url, { auth: token, logger: false }));
  const viewers = new Map<string, Set<number>>(members.map(({ id }) => [id, new Set()]));
  for (let n = 0; n < SWIPES; n += 1) {
    const me = Math.floor(chance() * MEMBERS);
    const { profiles } = await clients[me]!.query(api.swipes.deck, {});
    for (const { _id } of profiles) viewers.get(_id)!.add(me);
    await clients[me]!.mutation(api.swipes.swipe, { profileId: profiles[0]!._id, liked: chance() < 0.5 });
  }

  for (const gender of [0, 1]) {
    const showings = members.filter((_, n) => n % 2 === gender).map(({ id }) => viewers.get(id)!.size);
    expect(Math.min(...showings) / median(showings)).toBeGreaterThanOrEqual(0.5);
  }
}, 180_000);

function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
