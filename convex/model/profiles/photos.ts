import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import type { profileInput } from "../../validators/common";
import { enterDeck } from "../deck/deck";
import { recordPicture } from "../former/identifiers";
import { ownPhoto } from "../photos/photos";
import { retirePhotos } from "../photos/evidence";
import { servedFilesOf, type Widths } from "../photos/shown";
import { patchProfile, profileOf } from "../rows/profiles";

type SentPhotos = Pick<Infer<typeof profileInput>, "photoIds" | "photoId">;

/**
 * Returns the photo ids a client sent. A single `photoId` replaces the first and keeps the others of `current`. Returns nothing if none
 * were sent.
 */
export function photosOf({ photoIds, photoId }: SentPhotos, current: readonly string[]): { photoIds?: string[] } {
  if (photoIds !== undefined) return { photoIds };
  if (photoId === undefined) return {};
  return { photoIds: [photoId, ...current.slice(1).filter((id) => id !== photoId)] };
}

/** Returns the pictures of these ids, if all are the user's own: see `ownPhoto`. */
export async function ownPhotoIds(
  ctx: QueryCtx,
  userId: Id<"users">,
  photoIds: readonly string[],
): Promise<Id<"photos">[] | null> {
  const photos = await Promise.all(photoIds.slice(0, limits.photosMax).map((id) => ownPhoto(ctx, userId, id)));
  const own = photos.filter((photo) => photo !== null);
  return own.length === photoIds.length ? own.map(({ _id }) => _id) : null;
}

/**
 * Reorders or removes a member's pictures at once, since a moderator has approved each. A waiting change keeps its place in the queue. Does
 * nothing if any picture is new. Returns the profile as shown.
 */
export async function rearrange(
  ctx: MutationCtx,
  shown: Doc<"profiles">,
  waiting: Doc<"submissions"> | null,
  photoIds: Id<"photos">[],
): Promise<Doc<"profiles">> {
  const isApproved = (photoId: Id<"photos">) => shown.photoIds.includes(photoId);
  if (!photoIds.every(isApproved) || String(photoIds) === String(shown.photoIds)) return shown;
  const changed = await patchProfile(ctx, shown, { photoIds });
  const hasNoNewPhoto = waiting?.photoIds?.every(isApproved) ?? false;
  if (waiting !== null && hasNoNewPhoto) await ctx.db.patch("submissions", waiting._id, { photoIds });
  await retirePhotos(ctx, shown.photoIds, [...photoIds, ...(hasNoNewPhoto ? [] : (waiting?.photoIds ?? []))]);
  return changed;
}

/** Marks pictures as shown. The first time, looks for similar pictures of other accounts. */
export async function markPicturesUsed(
  ctx: MutationCtx,
  { _id }: Doc<"users">,
  photoIds: Id<"photos">[],
): Promise<void> {
  for (const photoId of photoIds) {
    const photo = await ctx.db.get("photos", photoId);
    if (photo === null || photo.used) continue;
    await ctx.db.patch("photos", photoId, { used: true });
    await recordPicture(ctx, _id, photo);
  }
}

type Renewed = { photoId: Id<"photos">; key: string; newKey: string; widths: Widths };

/**
 * Serves a picture by its new files, so its temporary key stops working. If it was deleted or taken down in the meantime, its key has
 * changed, and the new files are deleted.
 */
export async function addFiles(ctx: MutationCtx, { photoId, key, newKey, widths }: Renewed): Promise<void> {
  const photo = await ctx.db.get("photos", photoId);
  const userId = photo?.userId;
  if (photo?.key !== key || userId === undefined || photo.files !== undefined) {
    for (const file of Object.values(widths)) await ctx.storage.delete(file);
    return;
  }
  await ctx.db.patch("photos", photoId, { files: await servedFilesOf(ctx, widths), key: newKey });
  const [user, profile] = await Promise.all([ctx.db.get("users", userId), profileOf(ctx, userId)]);
  if (user?.status === "approved" && profile?.photoIds.includes(photoId)) await enterDeck(ctx, profile);
}
