/** Versions of profiles that moderators decide on, and the counts of waiting and approved profiles. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { reviewedFields } from "../validators";
import { shownPhotos } from "./photosShown";
import { profileOf } from "./profilesRows";

export type Reviewed = Infer<typeof reviewedFields>;
type Counts = { pending: number; approved: number };

/** The version of a user's profile that waits for a moderator. There is one at most. */
export async function waitingVersionOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"submissions"> | null> {
  return await ctx.db
    .query("submissions")
    .withIndex("by_userId_and_status", (q) => q.eq("userId", userId).eq("status", "waiting"))
    .unique();
}

/** The content of a version; null once it is decided or replaced. */
export function reviewedOf(version: Doc<"submissions">): Reviewed | null {
  const { name, age, gender, bio, instagramHandle, photoIds } = version;
  const isEmpty = !name || !age || !gender || bio === undefined || !instagramHandle || !photoIds;
  return isEmpty ? null : { name, age, gender, bio, instagramHandle, photoIds };
}

/** Whether a waiting version can be shown on the desk: all of it is there, and a picture too. */
export async function isShowable(ctx: QueryCtx, version: Doc<"submissions">): Promise<boolean> {
  const reviewed = reviewedOf(version);
  if (reviewed === null || !version.userId || (await profileOf(ctx, version.userId)) === null) return false;
  return (await shownPhotos(ctx, reviewed.photoIds)).length > 0;
}

/** Submits a version to the moderators, in place of the one that waits. */
export async function submitVersion(ctx: MutationCtx, userId: Id<"users">, reviewed: Reviewed): Promise<void> {
  const waiting = await waitingVersionOf(ctx, userId);
  const user = await ctx.db.get("users", userId);
  const kind = user?.status === "approved" || user?.status === "hidden" ? "edit" : "new";
  if (waiting !== null) await supersede(ctx, waiting);
  await ctx.db.insert("submissions", { ...reviewed, userId, kind, status: "waiting" });
  await countProfiles(ctx, { pending: 1 });
}

/** Removes the content of a version that will not be decided. Its row stays, so that a late decision is refused as such. */
export async function supersede(ctx: MutationCtx, { _id, userId, kind }: Doc<"submissions">): Promise<void> {
  await ctx.db.replace("submissions", _id, { userId, kind, status: "superseded" });
  await countProfiles(ctx, { pending: -1 });
}

/** Changes the counts of waiting and approved profiles. */
export async function countProfiles(ctx: MutationCtx, change: Partial<Counts>): Promise<void> {
  const row = await ctx.db.query("profileCounts").first();
  const counts = {
    pending: (row?.pending ?? 0) + (change.pending ?? 0),
    approved: (row?.approved ?? 0) + (change.approved ?? 0),
  };
  if (row === null) await ctx.db.insert("profileCounts", counts);
  else await ctx.db.replace("profileCounts", row._id, counts);
}

/** How many profiles wait and how many are approved. */
export async function readProfileCounts(ctx: QueryCtx): Promise<Counts> {
  const row = await ctx.db.query("profileCounts").first();
  return { pending: row?.pending ?? 0, approved: row?.approved ?? 0 };
}
