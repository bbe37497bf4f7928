/** What happens to a picture when the last report about it is closed. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { waitingOf } from "./moderationVersions";
import { deletePhoto } from "./photos";
import { isEvidence } from "./photosEvidence";
import { profileOf } from "./profiles";

/** The picture goes, unless the profile, a version that waits or another report still shows it. */
export async function dropEvidence(ctx: MutationCtx, userId: Id<"users">, photoId: Id<"photos">): Promise<void> {
  const [profile, waiting] = [await profileOf(ctx, userId), await waitingOf(ctx, userId)];
  if (profile?.photoId === photoId || waiting?.photoId === photoId) return;
  if (!(await isEvidence(ctx, userId, photoId))) await deletePhoto(ctx, photoId);
}
