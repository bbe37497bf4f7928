/**
 * Pictures shown in reports. A picture's row counts the reports that show it, while they are open or the person is suspended for them. If
 * it is replaced meanwhile, others stop seeing it, but moderators keep it.
 */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deletePhoto, takeDown } from "./photos";

type PhotoIds = readonly Id<"photos">[];

/** Counts a new report that shows these pictures. */
export async function keepAsEvidence(ctx: MutationCtx, photoIds: PhotoIds): Promise<void> {
  for (const photoId of photoIds) {
    const photo = await ctx.db.get("photos", photoId);
    if (photo !== null) await ctx.db.patch("photos", photoId, { reports: (photo.reports ?? 0) + 1 });
  }
}

/** Counts a report that was closed or deleted. Deletes pictures that only reports kept, once none shows them. */
export async function releaseEvidence(ctx: MutationCtx, photoIds: PhotoIds): Promise<void> {
  for (const photoId of photoIds) {
    const photo = await ctx.db.get("photos", photoId);
    if (photo === null) continue;
    const reports = (photo.reports ?? 0) - 1;
    const isKeptForReports = photo.retired === true || photo.userId === undefined;
    if (reports === 0 && isKeptForReports) await deletePhoto(ctx, photoId);
    else await ctx.db.patch("photos", photoId, { reports });
  }
}

/**
 * Deletes each of the `old` pictures of a profile or version that is not in `remaining`. If a report shows it, only takes it down. Every
 * removal by an owner goes through here, so nobody can delete evidence against them.
 */
export async function retirePhotos(ctx: MutationCtx, old: PhotoIds, remaining: PhotoIds): Promise<void> {
  for (const photoId of old) {
    if (!remaining.includes(photoId)) await deleteUnlessEvidence(ctx, photoId, { retired: true });
  }
}

/** Deletes a picture of a deleted account. If a report shows it, it stays, without its owner. */
export async function disownPhoto(ctx: MutationCtx, photoId: Id<"photos">): Promise<void> {
  await deleteUnlessEvidence(ctx, photoId, { userId: undefined });
}

/** Only moderators see a picture that stays, until the reports close. */
async function deleteUnlessEvidence(ctx: MutationCtx, photoId: Id<"photos">, change: Parameters<typeof takeDown>[2]) {
  const photo = await ctx.db.get("photos", photoId);
  if (photo?.reports) await takeDown(ctx, photoId, change);
  else await deletePhoto(ctx, photoId);
}
