/** What a decision and a read of the queue cost with five hundred waiting profiles. */
import { expect, test } from "vitest";
import { api } from "./_generated/api";
import type { MutationCtx } from "./_generated/server";
import { submitVersion } from "./model/moderationVersions";
import { moderator } from "./people.testing";
import { setupTest } from "./product.testing";
import { profileInput } from "./profiles.testing";
import { traced } from "./traces.testing";

test("with five hundred waiting profiles, a decision and the queue read as much as with sixty", async () => {
  const t = setupTest();
  const mod = await moderator(t);
  const costs = [];
  for (const more of [60, 440]) {
    for (let n = 0; n < more; n += 20) await t.run(async (ctx) => await submitProfile(ctx, n, 20));
    const queue = await traced(() => mod.query(api.moderator.queue, {}));
    const decide = await traced(() => mod.mutation(api.moderator.decide, { id: queue.result[0]!._id, approved: true }));
    costs.push({
      queue: { shown: queue.result.length, documents: queue.documents, ranges: queue.ranges },
      decide: { documents: decide.documents, ranges: decide.ranges, writes: decide.writes.length },
    });
  }

  // For each of fifty people: version, profile, user and picture. And the guard.
  expect(costs.map(({ queue }) => queue)).toEqual([
    { shown: 50, documents: 202, ranges: 154 },
    { shown: 50, documents: 202, ranges: 154 },
  ]);
  for (const { decide } of costs) {
    expect(decide.documents).toBeLessThanOrEqual(16);
    // One of them: whether a phone is to be told. Another, which may write too: when the moderator was seen last. And whether all need a second factor.
    expect(decide.ranges).toBeLessThanOrEqual(19);
    expect(decide.writes).toBeLessThanOrEqual(22);
  }
});

async function submitProfile(ctx: MutationCtx, from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += 1) {
    const name = `Applicant ${n}`;
    const userId = await ctx.db.insert("users", { kind: "user", email: name, status: "pending", rejections: 0 });
    const storageId = await ctx.storage.store(new Blob(["picture"], { type: "image/webp" }));
    const photoId = await ctx.db.insert("photos", { userId, storageId, key: name, used: true });
    const { bio, instagramHandle, phoneNumber } = profileInput(name);
    const reviewed = { name, age: 21, gender: "female" as const, bio, instagramHandle, photoIds: [photoId] };
    const free = {
      phoneNumber,
      drinking: "Never" as const,
      smoking: "Never" as const,
      hobbies: [],
      interestedIn: "everyone" as const,
    };
    await ctx.db.insert("profiles", { ...reviewed, ...free, userId });
    await submitVersion(ctx, userId, reviewed);
  }
}
