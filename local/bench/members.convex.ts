/**
 * Copied into the bench's own copy of the functions, never into the product: members in bulk, since a hundred thousand
 * sign-ups would take an hour. What it makes stands exactly as if each had been approved.
 */
import { v } from "convex/values";
import { internalAction, internalMutation } from "../../convex/_generated/server";
import { enterDeck } from "../../convex/model/deck";

export const storePicture = internalAction({
  args: {},
  returns: v.id("_storage"),
  handler: async (ctx) => await ctx.storage.store(new Blob(["picture"], { type: "image/webp" })),
});

export const insert = internalMutation({
  args: { from: v.number(), count: v.number(), storageId: v.id("_storage"), now: v.number() },
  returns: v.array(v.object({ userId: v.id("users"), sessionId: v.id("authSessions") })),
  handler: async (ctx, { from, count, storageId, now }) => {
    const made = [];
    for (let n = from; n < from + count; n++) {
      const userId = await ctx.db.insert("users", {
        kind: "user",
        email: `m${n}@bench.test`,
        status: "approved",
        rejections: 0,
      });
      const sessionId = await ctx.db.insert("authSessions", { userId, expirationTime: now + 86_400_000 });
      const photoId = await ctx.db.insert("photos", { userId, storageId, key: `bench-${n}`, used: true });
      const profileId = await ctx.db.insert("profiles", {
        userId,
        photoId,
        name: `Member ${n}`,
        age: 18 + (n % 13),
        gender: n % 2 === 0 ? "male" : "female",
        interestedIn: n % 2 === 0 ? "female" : "male",
        bio: "Here for the headliners, the food trucks and one good conversation by the lake.",
        instagramHandle: `member.${n}`,
        phoneNumber: "9876543210",
        drinking: "Socially",
        smoking: "Never",
        hobbies: ["Music 🎵", "Movies 🎬"],
        premiumPurchasedAt: n < 1_000 ? now : undefined,
      });
      const profile = await ctx.db.get("profiles", profileId);
      if (profile !== null) await enterDeck(ctx, profile);
      made.push({ userId, sessionId });
    }
    return made;
  },
});
