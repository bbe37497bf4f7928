/** Pictures shown in reports. When they are replaced, others stop seeing them, but moderators keep them. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deletePhoto, takeDown } from "./photos";

/**
 * Deletes a picture that left its profile or version. If a report shows it, only takes it down. Every removal by an owner goes through
 * here, so nobody can delete evidence against them.
 */
async function retirePhoto(ctx: MutationCtx, userId: Id<"users">, photoId: Id<"photos">): Promise<void> {
  if (!(await isEvidence(ctx, userId, photoId))) return await deletePhoto(ctx, photoId);
  // Only moderators see it, until the report closes.
  await takeDown(ctx, photoId, { retired: true });
}

/** Calls `retirePhoto` for each of the `old` pictures of a profile or version that is not in `remaining`. */
export async function retirePhotos(ctx: MutationCtx, userId: Id<"users">, old: PhotoIds, remaining: PhotoIds) {
  for (const photoId of old) if (!remaining.includes(photoId)) await retirePhoto(ctx, userId, photoId);
}

/** Deletes the picture of a deleted account. If an open report about its owner shows it, it stays, without the owner. */
export async function disownPhoto(ctx: MutationCtx, photoId: Id<"photos">, former: Id<"formerAccounts"> | null) {
  if (former === null || !(await isEvidence(ctx, former, photoId))) return await deletePhoto(ctx, photoId);
  await takeDown(ctx, photoId, { userId: undefined });
}

type PhotoIds = readonly Id<"photos">[];

/** Reports searched per person. */
const REPORTS_SEARCHED = 50;

/** True if an open report, or the report behind a suspension, shows this picture. */
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
