/** Many who wait for a moderator. */
import type { MutationCtx } from "./_generated/server";
import { submitVersion } from "./model/moderationVersions";
import type { Product } from "./product.testing";
import { profileInput } from "./profiles.testing";

/** Hands in new profiles, twenty in a transaction: `Applicant 0` and so on. */
export async function crowdWaits(t: Product, count: number): Promise<void> {
  for (let n = 0; n < count; n += 20) await t.run(async (ctx) => await submitProfiles(ctx, n, Math.min(20, count - n)));
}

async function submitProfiles(ctx: MutationCtx, from: number, count: number): Promise<void> {
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
