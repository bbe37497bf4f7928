/** The pictures of a profile, as they are handed in. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import type { profileInput } from "../validators";
import { notePicture } from "./authIdentifiers";
import { ownPhoto } from "./photos";

type Sent = Pick<Infer<typeof profileInput>, "photoIds" | "photoId">;

/** The ids that somebody sent, all or the first one alone, whose others are those of `current`. Nothing: none were sent. */
export function photosOf({ photoIds, photoId }: Sent, current: readonly string[]): { photoIds?: string[] } {
  if (photoIds !== undefined) return { photoIds };
  if (photoId === undefined) return {};
  return { photoIds: [photoId, ...current.slice(1).filter((id) => id !== photoId)] };
}

/** The pictures of these ids, if all of them are this user's own: see `ownPhoto`. */
export async function idsOfOwn(
  ctx: QueryCtx,
  userId: Id<"users">,
  photoIds: readonly string[],
): Promise<Id<"photos">[] | null> {
  const photos = await Promise.all(photoIds.slice(0, limits.photosMost).map((id) => ownPhoto(ctx, userId, id)));
  const own = photos.filter((photo) => photo !== null);
  return own.length === photoIds.length ? own.map(({ _id }) => _id) : null;
}

/** Pictures are to be shown. One that is shown for the first time may tell who its owner is. */
export async function usePictures(ctx: MutationCtx, { _id }: Doc<"users">, photoIds: Id<"photos">[]): Promise<void> {
  for (const photoId of photoIds) {
    const photo = await ctx.db.get("photos", photoId);
    if (photo === null || photo.used) continue;
    await ctx.db.patch("photos", photoId, { used: true });
    await notePicture(ctx, _id, photoId);
  }
}
