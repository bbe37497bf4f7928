/**
 * Creates members in bulk, because a hundred thousand sign-ups would take an hour. The data is the same as after an approval of each.
 */
import { v } from "convex/values";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { internalAction, internalMutation, internalQuery, type MutationCtx } from "../../convex/_generated/server";
import { shownCardOf } from "../../convex/model/cards";
import { ANY_AGE, groupsOf } from "../../convex/model/deck/ages";
import { cursorOf } from "../../convex/model/deck/cursor";
import { dealDeck } from "../../convex/model/deck/deal";
import { audienceOf, audiencesOf } from "../../convex/model/deck/partitions";
import { storedPhotos } from "../../convex/model/photos/shown";
import { submitVersion, waitingVersionOf } from "../../convex/model/moderation/versions";
import { listPeople } from "../../convex/model/people/people";
import { insertProfile, profileOf } from "../../convex/model/rows/profiles";
import { counted } from "./reads.convex";

const DAY = 86_400_000;
export const personIds = v.object({ userId: v.id("users"), sessionId: v.id("authSessions") });

export const storePictures = internalAction({
  args: { count: v.number() },
  returns: v.array(v.id("_storage")),
  handler: async (ctx, { count }) => {
    const picture = new Blob(["picture"], { type: "image/webp" });
    return await Promise.all(Array.from({ length: count }, () => ctx.storage.store(picture)));
  },
});

/**
 * Creates approved members. Even numbers are men, odd ones women. All share one picture. Among the first thousand, the first `gold` of
 * every four have Gold.
 */
export const insert = internalMutation({
  args: { from: v.number(), count: v.number(), storageId: v.id("_storage"), now: v.number(), gold: v.number() },
  returns: v.array(personIds),
  handler: async (ctx, { from, count, storageId, now, gold }) => {
    const created: { userId: Id<"users">; sessionId: Id<"authSessions"> }[] = [];
    const audiences = await takeAudiences(ctx);
    for (let n = from; n < from + count; n++) {
      const { userId, sessionId, profile } = await insertPerson(
        ctx,
        n,
        storageId,
        "approved",
        n < 1_000 && n % 4 < gold ? now : undefined,
      );
      const photos = await storedPhotos(ctx, profile.photoIds);
      const tier = profile.premiumPurchasedAt === undefined ? "other" : "gold";
      const own = rowOf(audiences, audienceOf(profile));
      const { age } = profile;
      const deck = { userId, audience: own.audience, age, viewerNumber: own.viewers++, swiped: 0, decidedAhead: [] };
      await ctx.db.insert("decks", deck);
      for (const audience of audiencesOf(profile)) {
        const position = rowOf(audiences, audience).nextPosition[tier]++;
        const card = shownCardOf(profile, photos);
        const ageGroups = { ...groupsOf(profile.age), viewerAge: ANY_AGE };
        await ctx.db.insert("deckEntries", { ...ageGroups, userId, audience, tier, position, moved: false, card });
      }
      created.push({ userId, sessionId });
    }
    for (const row of audiences.values()) await ctx.db.insert("audiences", row);
    return created;
  },
});

/** Creates people whose profile waits for a moderator. Each has a separate picture, because a rejection deletes it. */
export const apply = internalMutation({
  args: { from: v.number(), count: v.number(), pictures: v.array(v.id("_storage")) },
  returns: v.array(personIds.extend({ version: v.id("submissions") })),
  handler: async (ctx, { from, count, pictures }) => {
    const created = [];
    for (let n = from; n < from + count; n++) {
      const { userId, sessionId, profile } = await insertPerson(ctx, n, pictures[n - from]!, "pending");
      created.push({ userId, sessionId, version: await submit(ctx, profile) });
    }
    return created;
  },
});

export const staff = internalMutation({
  args: { kind: v.union(v.literal("moderator"), v.literal("organiser")) },
  returns: personIds,
  handler: async (ctx, { kind }) => await insertStaff(ctx, kind),
});

/** Returns the number of reads of a search's first page, without the guard. */
export const searchReads = internalQuery({
  args: { search: v.string() },
  returns: v.object({ documents: v.number(), ranges: v.number(), listed: v.number() }),
  handler: async (ctx, { search }) => {
    const { db, reads } = counted(ctx.db);
    const { page } = await listPeople({ ...ctx, db }, { search, filter: {} }, { cursor: null });
    return { ...reads, listed: page.length };
  },
});

/** Returns the number of reads of dealing a deck, without the guard's three documents. */
export const deckReads = internalQuery({
  args: { userId: v.id("users") },
  returns: v.object({ documents: v.number(), ranges: v.number(), dealt: v.number() }),
  handler: async (ctx, { userId }) => {
    const me = await profileOf(ctx, userId);
    if (me === null) throw new Error("Nobody has this id");
    const { db, reads } = counted(ctx.db);
    const counting = { ...ctx, db };
    const { profiles } = await dealDeck(counting, me, await cursorOf(counting, me));
    return { ...reads, dealt: profiles.length };
  },
});

/** Collects garbage in this thread, if the process was started with --expose-gc. */
export const collect = internalMutation({
  args: {},
  returns: v.null(),
  handler: () => {
    (globalThis as { gc?: () => void }).gc?.();
    return null;
  },
});

export async function insertStaff(ctx: MutationCtx, kind: "moderator" | "organiser") {
  return await insertUser(ctx, { kind, email: `${kind}@bench.test`, status: "none" });
}

/** Creates a user with a session and a profile, whose contact is `member.N`. `goldSince`: when they bought Gold. */
export async function insertPerson(
  ctx: MutationCtx,
  n: number,
  storageId: Id<"_storage">,
  status: "approved" | "pending",
  goldSince?: number,
) {
  const { userId, sessionId } = await insertUser(ctx, { kind: "user", email: `m${n}@bench.test`, status });
  const photoId = await ctx.db.insert("photos", { userId, storageId, key: `bench-${n}`, used: true });
  await insertProfile(ctx, {
    userId,
    photoIds: [photoId],
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
    premiumPurchasedAt: goldSince,
  });
  return { userId, sessionId, profile: (await profileOf(ctx, userId))! };
}

/** Submits a profile with changes. Returns the version's id. */
export async function submit(
  ctx: MutationCtx,
  profile: Doc<"profiles">,
  changes: Partial<Pick<Doc<"profiles">, "photoIds" | "bio">> = {},
) {
  const { name, age, gender, bio, instagramHandle, photoIds } = { ...profile, ...changes };
  await submitVersion(ctx, profile.userId, { name, age, gender, bio, instagramHandle, photoIds });
  return (await waitingVersionOf(ctx, profile.userId))!._id;
}

type Audience = Omit<Doc<"audiences">, "_id" | "_creationTime">;

async function insertUser(ctx: MutationCtx, user: Pick<Doc<"users">, "kind" | "email" | "status">) {
  const userId = await ctx.db.insert("users", { ...user, rejections: 0 });
  return { userId, sessionId: await ctx.db.insert("authSessions", { userId, expirationTime: Date.now() + DAY }) };
}

/** Returns and deletes all rows of audiences. `insert` writes them again with higher positions. */
async function takeAudiences(ctx: MutationCtx): Promise<Map<string, Audience>> {
  const rows = await ctx.db.query("audiences").collect();
  for (const { _id } of rows) await ctx.db.delete("audiences", _id);
  return new Map(
    rows.map(({ audience, nextPosition, viewers }) => [
      audience,
      { audience, nextPosition: { ...nextPosition }, viewers },
    ]),
  );
}

function rowOf(audiences: Map<string, Audience>, audience: string): Audience {
  const row = audiences.get(audience) ?? { audience, nextPosition: { vip: 0, gold: 0, other: 0 }, viewers: 0 };
  audiences.set(audience, row);
  return row;
}
