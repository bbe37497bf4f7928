/** How pictures are shown: by their addresses, in three widths. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { env, type QueryCtx } from "../_generated/server";
import { photoPath } from "../shared/paths";
import type { ownPhoto, shownPhoto } from "../validators";

export type ShownPhoto = Infer<typeof shownPhoto>;
export type OwnPhoto = Infer<typeof ownPhoto>;

/** A picture as a card stores it: its addresses are paths, because the origin of a deployment may change. */
export function storedPhoto({ key }: Doc<"photos">): ShownPhoto {
  const path = `${photoPath}${key}`;
  return { url: path, middle: path, small: path };
}

/** A stored picture with the addresses at which it is served now. */
export function addressed(stored: ShownPhoto): ShownPhoto {
  const { url, middle, small } = stored;
  return { ...stored, url: addressOf(url), middle: addressOf(middle), small: addressOf(small) };
}

/** Those of some pictures that there are, as cards store them, in their order. */
export async function storedPhotos(ctx: QueryCtx, photoIds: Id<"photos">[]): Promise<ShownPhoto[]> {
  return (await rowsOf(ctx, photoIds)).map(storedPhoto);
}

/** Those of some pictures that there are, in their order. */
export async function shownPhotos(ctx: QueryCtx, photoIds: Id<"photos">[]): Promise<ShownPhoto[]> {
  return (await storedPhotos(ctx, photoIds)).map(addressed);
}

/** The same, as their owner sees them. */
export async function ownPhotos(ctx: QueryCtx, photoIds: Id<"photos">[]): Promise<OwnPhoto[]> {
  return (await rowsOf(ctx, photoIds)).map(asOwn);
}

/** A picture as its owner sees it. */
export function asOwn(photo: Doc<"photos">): OwnPhoto {
  return { ...addressed(storedPhoto(photo)), photoId: photo._id };
}

function addressOf(path: string): string {
  return `${env.CONVEX_SITE_URL}${path}`;
}

async function rowsOf(ctx: QueryCtx, photoIds: Id<"photos">[]): Promise<Doc<"photos">[]> {
  const rows = await Promise.all(photoIds.map((photoId) => ctx.db.get("photos", photoId)));
  return rows.filter((row) => row !== null);
}
