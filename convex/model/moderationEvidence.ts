/** Pictures whose last report was closed. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { waitingVersionOf } from "./moderationVersions";
import { deletePhoto } from "./photos";
import { isEvidence } from "./photosEvidence";
import { profileOf } from "./profilesRows";

/** Deletes a picture, unless the profile, a waiting version or another report still shows it. */
export async function deleteEvidence(ctx: MutationCtx, userId: Id<"users">, photoId: Id<"photos">): Promise<void> {
  const [profile, waiting] = [await profileOf(ctx, userId), await waitingVersionOf(ctx, userId)];
  if (profile?.photoId === photoId || waiting?.photoId === photoId) return;
  if (!(await isEvidence(ctx, userId, photoId))) await deletePhoto(ctx, photoId);
}
