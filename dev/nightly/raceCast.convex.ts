/** Copied into the nightly's own copy of the functions, never into the product: the people of one round of races. */
import { makeFunctionReference } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Id, TableNames } from "../../convex/_generated/dataModel";
import { internalAction, internalMutation, internalQuery, type MutationCtx } from "../../convex/_generated/server";
import { enterDeck } from "../../convex/model/deck/deck";
import { submitVersion, waitingVersionOf } from "../../convex/model/moderation/versions";
import schema from "../../convex/schema";

const MEMBERS = 6;
const DAY = 86_400_000;

const person = v.object({ userId: v.id("users"), sessionId: v.id("authSessions") });
const cast = v.object({
  /** Women and men in turn, who are all in each other's decks. */
  members: v.array(person),
  moderators: v.array(person),
  /** Somebody's first profile, and a change of the first member's. */
  versions: v.array(v.id("submissions")),
});

/** Of this file, which the product's own list of functions does not know. */
const madeOf = makeFunctionReference<"mutation", { files: Id<"_storage">[] }, Infer<typeof cast>>("raceCast:make");

/** Empties the store and makes the people of a round. */
export const deal = internalAction({
  args: {},
  returns: cast,
  handler: async (ctx): Promise<Infer<typeof cast>> => {
    const picture = new Blob(["picture"], { type: "image/webp" });
    const files = await Promise.all(Array.from({ length: MEMBERS + 2 }, () => ctx.storage.store(picture)));
    return await ctx.runMutation(madeOf, { files });
  },
});

export const make = internalMutation({
  args: { files: v.array(v.id("_storage")) },
  returns: cast,
  handler: async (ctx, { files }) => {
    for (const table of Object.keys(schema.tables) as TableNames[]) await empty(ctx, table);
    // Also what the making of the deployment has left.
    for (const { _id } of await ctx.db.system.query("_storage").take(1_000)) {
      if (!files.includes(_id)) await ctx.storage.delete(_id);
    }
    await ctx.db.insert("profileCounts", { shard: 0, pending: 0, approved: MEMBERS, edits: 0, known: 0, reported: 0 });
    const members = [];
    for (let n = 0; n < MEMBERS; n++) members.push(await somebody(ctx, n, files[n]!, "approved"));
    const applicant = await somebody(ctx, MEMBERS, files[MEMBERS]!, "pending");
    const first = members[0]!;
    const photoId = await picture(ctx, first.userId, files[MEMBERS + 1]!, "change");
    await propose(ctx, applicant.userId, {});
    await propose(ctx, first.userId, { photoIds: [photoId], bio: "Now at the second stage." });
    const versions = await Promise.all(
      [applicant, first].map(async ({ userId }) => (await waitingVersionOf(ctx, userId))!._id),
    );
    return { members, moderators: [await moderator(ctx, 0), await moderator(ctx, 1)], versions };
  },
});

/** The names of the jobs that run or are about to, which may still remove what a deletion leaves. */
export const busy = internalQuery({
  args: { now: v.number() },
  returns: v.array(v.string()),
  handler: async (ctx, { now }) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").order("desc").take(100);
    return jobs
      .filter(({ state }) => state.kind === "pending" || state.kind === "inProgress")
      .filter(({ name, scheduledTime }) => scheduledTime <= now + SOON && !SENDING.includes(name))
      .map(({ name }) => name);
  },
});

/** Milliseconds. What waits for longer, as a claim that expires, is not waited for. */
const SOON = 5_000;
/** What these send goes nowhere here, so they try for long; of the product's people they change nothing. */
const SENDING = ["mails.js:send", "mails.js:deliver", "push.js:deliver"];

async function somebody(ctx: MutationCtx, n: number, storageId: Id<"_storage">, status: "approved" | "pending") {
  const userId = await ctx.db.insert("users", { kind: "user", email: `race${n}@bench.test`, status, rejections: 0 });
  const sessionId = await ctx.db.insert("authSessions", { userId, expirationTime: Date.now() + DAY });
  const photoId = await picture(ctx, userId, storageId, `race-${n}`);
  const gender = n % 2 === 0 ? "female" : "male";
  const profileId = await ctx.db.insert("profiles", {
    userId,
    photoIds: [photoId],
    name: `Racer ${n}`,
    age: 21,
    gender,
    interestedIn: gender === "female" ? "male" : "female",
    bio: "Here for the headliners.",
    instagramHandle: `racer.${n}.live`,
    phoneNumber: `+91987654321${n}`,
    drinking: "Socially",
    smoking: "Never",
    hobbies: ["Music 🎵"],
  });
  const profile = (await ctx.db.get("profiles", profileId))!;
  if (status === "approved") await enterDeck(ctx, profile);
  return { userId, sessionId };
}

async function picture(ctx: MutationCtx, userId: Id<"users">, storageId: Id<"_storage">, key: string) {
  return await ctx.db.insert("photos", { userId, storageId, key, used: true });
}

async function propose(ctx: MutationCtx, userId: Id<"users">, change: { photoIds?: Id<"photos">[]; bio?: string }) {
  const profile = (await ctx.db
    .query("profiles")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique())!;
  const { name, age, gender, bio, instagramHandle, photoIds } = { ...profile, ...change };
  await submitVersion(ctx, userId, { name, age, gender, bio, instagramHandle, photoIds });
}

async function moderator(ctx: MutationCtx, n: number) {
  const user = { kind: "moderator", email: `moderator${n}@bench.test`, status: "none", rejections: 0 } as const;
  const userId = await ctx.db.insert("users", user);
  return { userId, sessionId: await ctx.db.insert("authSessions", { userId, expirationTime: Date.now() + DAY }) };
}

async function empty(ctx: MutationCtx, table: TableNames): Promise<void> {
  for (const { _id } of await ctx.db.query(table).take(2_000)) await ctx.db.delete(table, _id);
}
