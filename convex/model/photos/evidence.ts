/** Pictures that a report shows. When they are replaced, others no longer see them, but moderators still do. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deletePhoto, takeDown } from "./photos";

/**
 * Deletes a picture that left its profile or version. If a report shows it, it is only taken down. Every removal of a
 * picture by its owner comes through here, so that nobody can delete evidence against them.
 */
async function retirePhoto(ctx: MutationCtx, userId: Id<"users">, photoId: Id<"photos">): Promise<void> {
  if (!(await isEvidence(ctx, userId, photoId))) return await deletePhoto(ctx, photoId);
  // Only moderators see it, until the report is closed.
  await takeDown(ctx, photoId, { retired: true });
}

/** Those of some pictures that left their profile or version, which shows `kept` now: see `retirePhoto`. */
export async function retirePhotos(ctx: MutationCtx, userId: Id<"users">, left: PhotoIds, kept: PhotoIds) {
  for (const photoId of left) if (!kept.includes(photoId)) await retirePhoto(ctx, userId, photoId);
}

/** Deletes a picture whose owner deleted the account. One that an open report about them shows stays, without them. */
export async function disownPhoto(ctx: MutationCtx, photoId: Id<"photos">, former: Id<"formerAccounts"> | null) {
  if (former === null || !(await isEvidence(ctx, former, photoId))) return await deletePhoto(ctx, photoId);
  await takeDown(ctx, photoId, { userId: undefined });
}

type PhotoIds = readonly Id<"photos">[];

/** How many reports about one person are searched. */
const REPORTS_SEARCHED = 50;

/** Whether an open report, or the one that somebody is suspended for, shows this picture. */
export async function isEvidence(
  ctx: QueryCtx,
  reported: Doc<"reports">["reported"],
  photoId: Id<"photos">,
): Promise<boolean> {
  for (const status of ["open", "suspended"] as const) {
    const about = ctx.db
      .query("reports")
      .withIndex("by_reported_and_status", (q) => q.eq("reported", reported).eq("status", status));
    if ((await about.take(REPORTS_SEARCHED)).some(({ card }) => card?.photoIds.includes(photoId))) return true;
  }
  return false;
}
