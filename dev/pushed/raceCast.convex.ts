/** The people of a round of races. */
import { v } from "convex/values";
import type { TableNames } from "../../convex/_generated/dataModel";
import { internalMutation, internalQuery, type MutationCtx } from "../../convex/_generated/server";
import { enterDeck } from "../../convex/model/deck/deck";
import schema from "../../convex/schema";
import { insertPerson, insertStaff, personIds, submit } from "./benchMembers.convex";
import { namesOf } from "../../convex/shared/records";

const cast = v.object({
  /** Men and women in turn, all in each other's decks. */
  members: v.array(personIds),
  moderators: v.array(personIds),
  /** A newcomer's first profile, and a change of the first member's profile. */
  versions: v.array(v.id("submissions")),
});

/** Empties the store and creates a round's people. `files` stay: the pictures of the newcomer, of the changed profile and of each member. */
export const make = internalMutation({
  args: { files: v.array(v.id("_storage")) },
  returns: cast,
  handler: async (ctx, { files }) => {
    const [newcomersPicture, newPicture, ...pictures] = files;
    for (const table of namesOf(schema.tables)) await empty(ctx, table);
    // Deletes also the files that the start of the deployment left.
    for (const { _id } of await ctx.db.system.query("_storage").take(1_000)) {
      if (!files.includes(_id)) await ctx.storage.delete(_id);
    }
    const counts = { pending: 0, approved: pictures.length, edits: 0, known: 0, reported: 0 };
    await ctx.db.insert("profileCounts", { shard: 0, ...counts });
    const members = [];
    for (const [n, picture] of pictures.entries()) members.push(await insertPerson(ctx, n, picture, "approved"));
    for (const { profile } of members) await enterDeck(ctx, profile);
    const applicant = await insertPerson(ctx, members.length, newcomersPicture!, "pending");
    const { userId, profile } = members[0]!;
    const change = { userId, storageId: newPicture!, key: "change", used: true };
    const photoIds = [await ctx.db.insert("photos", change)];
    return {
      members: members.map(({ userId, sessionId }) => ({ userId, sessionId })),
      moderators: [await insertStaff(ctx, "moderator"), await insertStaff(ctx, "moderator")],
      versions: [await submit(ctx, applicant.profile), await submit(ctx, profile, { photoIds, bio: "At the lake." })],
    };
  },
});

/** Returns the names of running and soon due jobs, which may still delete what an account's deletion left. */
export const busy = internalQuery({
  args: { now: v.number() },
  returns: v.array(v.string()),
  handler: async (ctx, { now }) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").order("desc").take(100);
    return jobs
      .filter(({ state }) => state.kind === "pending" || state.kind === "inProgress")
      .filter(({ name, scheduledTime }) => scheduledTime <= now + SOON && !EXCLUDED.includes(name))
      .map(({ name }) => name);
  },
});

/** Returns the state of each of the latest jobs. Equal texts mean that none ran in between. */
export const progress = internalQuery({
  args: {},
  returns: v.string(),
  handler: async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").order("desc").take(100);
    return JSON.stringify(jobs.map(({ _id, state }) => [_id, state.kind]));
  },
});

/** Milliseconds. Ignores later jobs, such as the end of a claim. */
const SOON = 5_000;
/** Slow jobs that affect nobody: the senders, whose requests reach no service, and the jobs that start a new day. */
const EXCLUDED = ["mails.js:send", "mails.js:deliver", "push.js:deliver", "profiles.js:turnDay"];

async function empty(ctx: MutationCtx, table: TableNames): Promise<void> {
  for (const { _id } of await ctx.db.query(table).take(2_000)) await ctx.db.delete(table, _id);
}
