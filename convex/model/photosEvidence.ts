/** Pictures that a report is about. Replaced, they stop being served where everybody saw them, but moderators keep them. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { deletePhoto, newPhotoKey } from "./photos";

/**
 * Takes a picture out of its profile or version: it goes, unless a report shows it; then only its address does. However
 * somebody gets rid of a picture, it is through here, so that nobody can make evidence against them disappear.
 */
export async function retirePhoto(ctx: MutationCtx, userId: Id<"users">, photoId: Id<"photos">): Promise<void> {
  if (!(await isEvidence(ctx, userId, photoId))) return await deletePhoto(ctx, photoId);
  // Only moderators are told the new key, and only until the report is closed.
  await ctx.db.patch("photos", photoId, { key: newPhotoKey() });
}

/** Takes a picture off every screen and out of everybody's history, but keeps it: its old address answers as an unknown one. */
export async function hidePhoto(ctx: MutationCtx, photoId: Id<"photos">): Promise<void> {
  if ((await ctx.db.get("photos", photoId)) !== null) await ctx.db.patch("photos", photoId, { key: newPhotoKey() });
}

/** Of reports about one person, so many are looked through. */
const LOOKED_AT = 50;

/** Whether an undecided report, or the one somebody is suspended for, shows this picture. */
export async function isEvidence(ctx: QueryCtx, userId: Id<"users">, photoId: Id<"photos">): Promise<boolean> {
  for (const status of ["open", "suspended"] as const) {
    const about = ctx.db
      .query("reports")
      .withIndex("by_reported_and_status", (q) => q.eq("reported", userId).eq("status", status));
    if ((await about.take(LOOKED_AT)).some(({ said }) => said?.card.photoId === photoId)) return true;
  }
  return false;
}
