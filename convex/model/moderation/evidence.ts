/** Pictures whose last report was closed. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deletePhoto } from "../photos/photos";
import { isEvidence } from "../photos/evidence";
import { profileOf } from "../rows/profiles";

/** Deletes a picture, unless the profile or another report still shows it. */
export async function deleteEvidence(ctx: MutationCtx, userId: Id<"users">, photoId: Id<"photos">): Promise<void> {
  if ((await profileOf(ctx, userId))?.photoIds.includes(photoId)) return;
  if (!(await isEvidence(ctx, userId, photoId))) await deletePhoto(ctx, photoId);
}
