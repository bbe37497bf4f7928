/** The cost of a decision and of reading the queue, with five hundred waiting profiles. */
import { expect } from "vitest";
import { api } from "../../_generated/api";
import { createWaitingProfiles } from "../../testing/moderator.testing";
import { moderator } from "../../testing/people.testing";
import { test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";

test("with five hundred waiting profiles, a decision and the queue read as much as with sixty", async ({ t }) => {
  const mod = await moderator(t);
  const costs = [];
  for (const more of [60, 440]) {
    await createWaitingProfiles(t, more);
    const queue = await traced(() => mod.query(api.moderator.queue, {}));
    const next = await traced(() => mod.mutation(api.moderator.claimNext, { after: queue.result[9]!._id }));
    const decide = await traced(() => mod.mutation(api.moderator.decide, { id: queue.result[0]!._id, approved: true }));
    costs.push({
      next: { documents: next.documents, ranges: next.ranges },
      queue: { shown: queue.result.length, documents: queue.documents, ranges: queue.ranges },
      decide: { documents: decide.documents, ranges: decide.ranges, writes: decide.writes.length },
    });
  }

  // For each of fifty people: version, profile and picture. The user only if they were known before. And the guard.
  expect(costs.map(({ queue }) => queue)).toEqual([
    { shown: 50, documents: 152, ranges: 104 },
    { shown: 50, documents: 152, ranges: 104 },
  ]);
  for (const { decide, next } of costs) {
    // The guard, the claims, the version before, the next one, and whether it can be shown.
    expect(next.documents).toBeLessThanOrEqual(10);
    expect(next.ranges).toBeLessThanOrEqual(12);
    expect(decide.documents).toBeLessThanOrEqual(13);
    // Among them: whether it can be approved, whether to notify a phone, when the moderator was last seen, what they decided in
    // these ten minutes, and whether all need a second factor. Nothing is read twice.
    expect(decide.writes).toBeLessThanOrEqual(14);
  }
});
