/** The people of a round of races. */
import { makeFunctionReference } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Id, TableNames } from "../../convex/_generated/dataModel";
import { internalAction, internalMutation, internalQuery, type MutationCtx } from "../../convex/_generated/server";
import { enterDeck } from "../../convex/model/deck/deck";
import schema from "../../convex/schema";
import { insertPerson, insertStaff, submit } from "./benchMembers.convex";
import { namesOf } from "../../convex/shared/records";

const MEMBERS = 6;

const person = v.object({ userId: v.id("users"), sessionId: v.id("authSessions") });
const cast = v.object({
  /** Men and women in turn, all in each other's decks. */
  members: v.array(person),
  moderators: v.array(person),
  /** A newcomer's first profile, and a change of the first member's profile. */
  versions: v.array(v.id("submissions")),
});

/** The product's generated list lacks it. */
const makeReference = makeFunctionReference<"mutation", { files: Id<"_storage">[] }, Infer<typeof cast>>(
  "raceCast:make",
);

/** Empties the store and creates a round's people. */
export const deal = internalAction({
  args: {},
  returns: cast,
  handler: async (ctx): Promise<Infer<typeof cast>> => {
    const picture = new Blob(["picture"], { type: "image/webp" });
    const files = await Promise.all(Array.from({ length: MEMBERS + 2 }, () => ctx.storage.store(picture)));
    return await ctx.runMutation(makeReference, { files });
  },
});

export const make = internalMutation({
  args: { files: v.array(v.id("_storage")) },
  returns: cast,
  handler: async (ctx, { files }) => {
    for (const table of namesOf(schema.tables)) await empty(ctx, table);
    // Deletes also the files that the start of the deployment left.
    for (const { _id } of await ctx.db.system.query("_storage").take(1_000)) {
      if (!files.includes(_id)) await ctx.storage.delete(_id);
    }
    await ctx.db.insert("profileCounts", { shard: 0, pending: 0, approved: MEMBERS, edits: 0, known: 0, reported: 0 });
    const members = [];
    for (let n = 0; n < MEMBERS; n++) members.push(await insertPerson(ctx, n, files[n]!, "approved"));
    for (const { profile } of members) await enterDeck(ctx, profile);
    const applicant = await insertPerson(ctx, MEMBERS, files[MEMBERS]!, "pending");
    const { userId, profile } = members[0]!;
    const change = { userId, storageId: files[MEMBERS + 1]!, key: "change", used: true };
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
