/** Versions of profiles on their way to a moderator, and how many there are of which kind. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { reviewedFields } from "../validators";

export type Reviewed = Infer<typeof reviewedFields>;
type Counts = { pending: number; approved: number };

/** The version of somebody's profile that waits for a moderator. There is one at most. */
export async function waitingOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"submissions"> | null> {
  return await ctx.db
    .query("submissions")
    .withIndex("by_userId_and_status", (q) => q.eq("userId", userId).eq("status", "waiting"))
    .unique();
}

/** What a version shows; null once it is decided or replaced. */
export function reviewedOf(version: Doc<"submissions">): Reviewed | null {
  const { name, age, gender, bio, instagramHandle, photoId } = version;
  const gone = !name || !age || !gender || bio === undefined || !instagramHandle || !photoId;
  return gone ? null : { name, age, gender, bio, instagramHandle, photoId };
}

/** Puts a version before the moderators, in place of the one that waits. */
export async function putForward(ctx: MutationCtx, userId: Id<"users">, reviewed: Reviewed): Promise<void> {
  const waiting = await waitingOf(ctx, userId);
  const user = await ctx.db.get("users", userId);
  const kind = user?.status === "approved" || user?.status === "hidden" ? "edit" : "new";
  if (waiting !== null) await supersede(ctx, waiting);
  await ctx.db.insert("submissions", { ...reviewed, userId, kind, status: "waiting" });
  await tally(ctx, { pending: 1 });
}

/** A version that nobody will decide any more keeps its row, so that a decision on it is told so, but not its content. */
export async function supersede(ctx: MutationCtx, { _id, userId, kind }: Doc<"submissions">): Promise<void> {
  await ctx.db.replace("submissions", _id, { userId, kind, status: "superseded" });
  await tally(ctx, { pending: -1 });
}

/** One row of counts, written when somebody hands in or is decided on. */
export async function tally(ctx: MutationCtx, change: Partial<Counts>): Promise<void> {
  const row = await ctx.db.query("tallies").first();
  const counts = {
    pending: (row?.pending ?? 0) + (change.pending ?? 0),
    approved: (row?.approved ?? 0) + (change.approved ?? 0),
  };
  if (row === null) await ctx.db.insert("tallies", counts);
  else await ctx.db.replace("tallies", row._id, counts);
}

export async function tallies(ctx: QueryCtx): Promise<Counts> {
  const row = await ctx.db.query("tallies").first();
  return { pending: row?.pending ?? 0, approved: row?.approved ?? 0 };
}
