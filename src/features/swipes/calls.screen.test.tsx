import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment } from "../../testing/page";
import { card as person, deck } from "../../testing/people";
import { card, showCards } from "./swiping.testing";

/**
 * Counts what the deployment runs for one member's page: each mutation, each fetched deck, and each rerun of a subscribed query. A swipe
 * reruns the swiper's `profiles.me`, and a like the receiver's `matches.news`: see `convex/tests/swipes/cost.test.ts`.
 */
test("a swiping member costs two calls per swipe, and one deck per eighteen swipes", async () => {
  const SWIPES = 40;
  const people = Array.from({ length: 80 }, (_, i) => person(`Ravi ${i}`));
  showCards([], { isPremium: true });
  deployment.answer(api.swipes.deck, () => {
    const decided = new Set<string>(deployment.calls(api.swipes.swipe).map(({ profileId }) => profileId));
    return deck(...people.filter(({ _id }) => !decided.has(_id)).slice(0, 20));
  });
  await expect.element(card("Ravi 0,")).toBeVisible();
  const before = deployment.callCount;
  for (let i = 0; i < SWIPES; i += 1) {
    await userEvent.keyboard(i % 3 === 0 ? "{ArrowRight}" : "{ArrowLeft}");
    await expect.poll(() => deployment.calls(api.swipes.swipe)).toHaveLength(i + 1);
  }
  await expect.element(card(`Ravi ${SWIPES},`)).toBeVisible();
  const [calls, decks] = [deployment.callCount - before, deployment.calls(api.swipes.deck).length];
  expect(decks, "the first, and one for every eighteen").toBeLessThanOrEqual(1 + Math.ceil(SWIPES / 18));
  expect(deployment.calls(api.swipes.deck), "a visit begins with fewer").toEqual([{ queued: 0 }, {}, {}]);
  expect(calls / SWIPES).toBeLessThanOrEqual(2.1);
  // Every third is a like, which reruns `matches.news` for its receiver. Here all receivers are online.
  expect((calls + Math.ceil(SWIPES / 3)) / SWIPES).toBeLessThanOrEqual(2.5);
});

test.each([
  [5, 6],
  [1, 2],
  [0, 1],
])(
  "a free member with %i swipes left who begins a visit with %i cards loads no more for them",
  async (swipes, dealt) => {
    const people = Array.from({ length: dealt }, (_, i) => person(`Ravi ${i}`));
    showCards(people, { swipesRemaining: swipes });
    await expect.poll(() => deployment.calls(api.swipes.deck)).toEqual([{ queued: 0 }]);
    for (let i = 0; i < swipes; i += 1) {
      await expect.element(card(`Ravi ${i},`)).toBeVisible();
      await userEvent.keyboard("{ArrowLeft}");
      await expect.poll(() => deployment.calls(api.swipes.swipe)).toHaveLength(i + 1);
    }
    expect(deployment.calls(api.swipes.deck)).toHaveLength(1);
  },
);
