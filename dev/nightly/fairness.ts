/**
 * Fairness with many members, with the real functions on the local deployment, because convex-test would take minutes. A
 * person counts as shown to a viewer once, even if dealt several times. With fewer people it is a test: convex/tests/swipes/fairness.test.ts.
 */
import { api } from "../../convex/_generated/api";
import { median } from "../bench/figures";
import { clientOf } from "../bench/pushing";
import { startOurs, type Places } from "../bench/sides";
import { chanceOf } from "./calls";
import type { Found } from "./found";

/** All members have Gold: the men are one partition of the deck, and the women another. */
const MEMBERS = 1_000;
const SWIPES = 2_000;
const LEAST = 0.5;

/** Random people swipe on the first card of their deck. The least shown has at least half the median of showings. */
export async function fairness(places: Places, dir: string, port: number, seed: number): Promise<Found> {
  const ours = await startOurs(places, dir, port, MEMBERS);
  const { url, members } = ours.side;
  const chance = chanceOf(seed);
  const clients = members.map(({ token }) => clientOf(url, token));
  const viewers = new Map<string, Set<number>>(members.map(({ id }) => [id, new Set()]));
  for (let n = 0; n < SWIPES; n += 1) {
    const me = Math.floor(chance() * MEMBERS);
    const { profiles } = await clients[me]!.query(api.swipes.deck, {});
    for (const { _id } of profiles) viewers.get(_id)!.add(me);
    await clients[me]!.mutation(api.swipes.swipe, { profileId: profiles[0]!._id, liked: chance() < 0.5 });
  }
  await ours.stop();

  const parts = [0, 1].map((gender) => {
    const showings = members.filter((_, n) => n % 2 === gender).map(({ id }) => viewers.get(id)!.size);
    return Math.min(...showings) / median(showings);
  });
  const wrong = parts.filter((part) => part < LEAST).map((part) => `the least shown has ${part} of the median`);
  const least = Math.min(...parts).toFixed(2);
  return {
    loop: "fairness",
    did: `${SWIPES} swipes of ${MEMBERS} members, the least shown has ${least} of the median`,
    wrong,
  };
}
