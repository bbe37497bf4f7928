/**
 * How pictures are served: from the deployment's storage, in three widths. Cards store paths, not addresses. The origin changes with ports,
 * domains and restored backups, and the path does not.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import { env, type QueryCtx } from "../../_generated/server";
import { photoPath } from "../../shared/paths";
import type { ownPhoto, servedFiles, shownPhoto, widths } from "../../validators/photos";

export type ShownPhoto = Infer<typeof shownPhoto>;
export type OwnPhoto = Infer<typeof ownPhoto>;

export type ServedFiles = Infer<typeof servedFiles>;
export type Widths = Infer<typeof widths>;

/** Returns a picture as a card stores it. Without files it is served by its key: see `profiles.photo`. */
export function storedPhoto({ key, files, hash }: Doc<"photos">): ShownPhoto {
  const original = { path: `${photoPath}${key}` };
  const { large, middle, small } = files ?? { large: original, middle: original, small: original };
  return { url: large.path, middle: middle.path, small: small.path, ...(hash !== undefined && { hash }) };
}

export async function servedFilesOf(ctx: QueryCtx, { large, middle, small }: Widths): Promise<ServedFiles> {
  const [wide, half, narrow] = await Promise.all([
    servedFileOf(ctx, large),
    servedFileOf(ctx, middle),
    servedFileOf(ctx, small),
  ]);
  return { large: wide, middle: half, small: narrow };
}

export async function servedFileOf(ctx: QueryCtx, storageId: Id<"_storage">): Promise<ServedFiles["large"]> {
  const address = await ctx.storage.getUrl(storageId);
  if (address === null) throw new Error("A stored file is missing");
  const url = new URL(address);
  const isOurs = url.origin === storageOrigin();
  return { storageId, path: isOurs ? url.pathname + url.search : url.href };
}

/** Returns a stored picture with its current addresses. */
export function withAddresses(stored: ShownPhoto): ShownPhoto {
  const { url, middle, small } = stored;
  return { ...stored, url: addressOf(url), middle: addressOf(middle), small: addressOf(small) };
}

/** Returns the existing pictures among some ids, as cards store them, in order. */
export async function storedPhotos(ctx: QueryCtx, photoIds: Id<"photos">[]): Promise<ShownPhoto[]> {
  return (await rowsOf(ctx, photoIds)).map(storedPhoto);
}

/** Returns the existing pictures among some ids, in order. */
export async function shownPhotos(ctx: QueryCtx, photoIds: Id<"photos">[]): Promise<ShownPhoto[]> {
  return (await storedPhotos(ctx, photoIds)).map(withAddresses);
}

/** Returns the existing pictures among some ids, in order, as their owner sees them. */
export async function ownPhotos(ctx: QueryCtx, photoIds: Id<"photos">[]): Promise<OwnPhoto[]> {
  return (await rowsOf(ctx, photoIds)).map(toOwnPhoto);
}

export function toOwnPhoto(photo: Doc<"photos">): OwnPhoto {
  return { ...withAddresses(storedPhoto(photo)), photoId: photo._id };
}

/** Returns the current address of a stored path. The path may be a whole address if storage has its own origin. */
export function addressOf(path: string): string {
  if (!path.startsWith("/")) return path;
  return path.startsWith(photoPath) ? `${env.CONVEX_SITE_URL}${path}` : `${storageOrigin()}${path}`;
}

function storageOrigin(): string {
  return new URL(env.CONVEX_CLOUD_URL).origin;
}

async function rowsOf(ctx: QueryCtx, photoIds: Id<"photos">[]): Promise<Doc<"photos">[]> {
  const rows = await Promise.all(photoIds.map((photoId) => ctx.db.get("photos", photoId)));
  return rows.filter((row) => row !== null);
}
