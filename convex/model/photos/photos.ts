/** Pictures. A row says who owns a picture and whether a profile shows it. Without a row it is not served. */
import { encodeHexLowerCase } from "@oslojs/encoding";
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { failIfClosed } from "../festival/festival";
import { writeSingle } from "../rows/writing";
import { toOwnPhoto, servedFilesOf } from "./shown";
import type { encodedPhoto } from "../../validators/photos";
import { spendOverall } from "../throttle/budgets";
import { spend } from "../throttle/limits";
import { rowById } from "../rows/byId";

type ImageType = "image/jpeg" | "image/png" | "image/webp";

type NewPhoto = { userId: Id<"users">; key: string; encoded: Infer<typeof encodedPhoto> };

/** How long a full queue of pictures takes to process. */
export const queueRetryMs = 20_000;

/** Returns a file's type by its first bytes, whatever its name or sender says. */
export function imageTypeOf(file: ArrayBuffer): ImageType | null {
  const head = new Uint8Array(file.slice(0, 12));
  const at = (start: number, ...bytes: number[]) => bytes.every((byte, i) => head[start + i] === byte);
  if (at(0, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (at(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (at(0, 0x52, 0x49, 0x46, 0x46) && at(8, 0x57, 0x45, 0x42, 0x50)) return "image/webp";
  return null;
}

/** Counts an upload. Returns the milliseconds to wait, or null to proceed. */
export async function spendUpload(ctx: MutationCtx, userId: Id<"users">): Promise<number | null> {
  await failIfClosed(ctx);
  const user = await ctx.db.get("users", userId);
  if (user === null || user.status === "rejected" || user.status === "suspended") {
    fail("FORBIDDEN", "Error uploading image. Please try again.");
  }
  return (await spend(ctx, "photo", userId)) ?? (await spendOverall(ctx, "photo"));
}

/** Returns the unguessable part of a picture's address. Call it in actions: Convex seeds random numbers in mutations. */
export function newPhotoKey(): string {
  return encodeHexLowerCase(crypto.getRandomValues(new Uint8Array(18)));
}

/** Stores a picture's row. Null: the account has been deleted since, so the files are deleted too. */
export async function addPhoto(ctx: MutationCtx, { userId, key, encoded }: NewPhoto) {
  const { widths, ...fields } = encoded;
  if ((await ctx.db.get("users", userId)) === null) {
    for (const file of [fields.storageId, ...Object.values(widths)]) await ctx.storage.delete(file);
    return null;
  }
  const row = { userId, key, ...fields, files: await servedFilesOf(ctx, widths), used: false };
  const stored = await ctx.db.get("photos", await ctx.db.insert("photos", row));
  const own = stored && toOwnPhoto(stored);
  return own && { ...own, photoURL: own.url };
}

export async function photoByKey(ctx: QueryCtx, key: string): Promise<Doc<"photos"> | null> {
  return await getOneFrom(ctx.db, "photos", "by_key", key);
}

/**
 * Returns a picture by its id, if it is the user's own. Null for one they replaced, even if it is kept for a report. Otherwise its owner
 * could learn of the report.
 */
export async function ownPhoto(ctx: QueryCtx, userId: Id<"users">, photoId: string): Promise<Doc<"photos"> | null> {
  const photo = await rowById(ctx, "photos", photoId);
  return photo !== null && photo.userId === userId && !photo.retired ? photo : null;
}

/** Returns the picture that a user uploaded last, if no profile or waiting version shows it. */
export async function unshownPhoto(ctx: QueryCtx, userId: Id<"users">): Promise<Id<"photos"> | null> {
  const last = await ctx.db
    .query("photos")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .order("desc")
    .first();
  return last !== null && !last.used ? last._id : null;
}

/** Deletes a picture, its row and its files. Its addresses then respond like unknown ones. */
export async function deletePhoto(ctx: MutationCtx, photoId: Id<"photos">): Promise<void> {
  const photo = await ctx.db.get("photos", photoId);
  if (photo === null) return;
  await ctx.db.delete("photos", photo._id);
  await ctx.storage.delete(photo.storageId);
  await deleteFiles(ctx, photo);
}

/** Takes a picture down: its known addresses stop working, and the file stays. */
export async function takeDown(ctx: MutationCtx, photoId: Id<"photos">, change: Partial<Doc<"photos">> = {}) {
  const photo = await ctx.db.get("photos", photoId);
  if (photo === null) return;
  await deleteFiles(ctx, photo);
  await ctx.db.patch("photos", photoId, { ...change, files: undefined, key: newPhotoKey() });
}

/**
 * Creates new files for pictures that were taken down, to show them again. Until then, or if that fails, a picture is served by its key,
 * which is slower.
 */
export async function showAgain(ctx: MutationCtx, photoIds: Iterable<Id<"photos">>): Promise<void> {
  for (const photoId of photoIds) {
    const photo = await ctx.db.get("photos", photoId);
    if (photo === null || photo.files !== undefined) continue;
    const { storageId, key } = photo;
    await ctx.scheduler.runAfter(0, internal.profiles.renewPhoto, { photoId, storageId, key });
  }
}

async function deleteFiles(ctx: MutationCtx, { files }: Doc<"photos">): Promise<void> {
  for (const { storageId } of Object.values(files ?? {})) await ctx.storage.delete(storageId);
}

export async function deleteUnneeded(ctx: MutationCtx): Promise<void> {
  await deleteUnusedPhotos(ctx);
  await deleteOrphanedFiles(ctx);
}

async function deleteUnusedPhotos(ctx: MutationCtx): Promise<void> {
  const cutoff = Date.now() - limits.photoUnusedMs;
  const unused = ctx.db.query("photos").withIndex("by_used", (q) => q.eq("used", false).lt("_creationTime", cutoff));
  for (const photo of await unused.take(200)) await deletePhoto(ctx, photo._id);
}

/**
 * Deletes stored files without a row. An action that fails halfway leaves them. Each file is checked once, in order of creation, so the
 * cost does not grow with their number.
 */
async function deleteOrphanedFiles(ctx: MutationCtx): Promise<void> {
  const sweep = await ctx.db.query("fileSweeps").first();
  const sweptUpTo = sweep?.upTo ?? 0;
  const cutoff = Date.now() - limits.photoUnusedMs;
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", sweptUpTo).lt("_creationTime", cutoff))
    .take(500);
  for (const { _id } of files)
    if (!(await hasPhoto(ctx, _id)) && !(await isFestivalPicture(ctx, _id))) await ctx.storage.delete(_id);
  const upTo = files.at(-1)?._creationTime;
  if (upTo === undefined) return;
  await writeSingle(ctx, "fileSweeps", sweep, { upTo });
}

async function hasPhoto(ctx: QueryCtx, storageId: Id<"_storage">): Promise<boolean> {
  const photos = ctx.db.query("photos");
  const owners = [
    await photos.withIndex("by_storageId", (q) => q.eq("storageId", storageId)).first(),
    await photos.withIndex("by_large", (q) => q.eq("files.large.storageId", storageId)).first(),
    await photos.withIndex("by_middle", (q) => q.eq("files.middle.storageId", storageId)).first(),
    await photos.withIndex("by_small", (q) => q.eq("files.small.storageId", storageId)).first(),
  ];
  return owners.some((photo) => photo !== null);
}

/** True if a stored file belongs to the organisers' picture: see `festivalPicture`. */
async function isFestivalPicture(ctx: QueryCtx, storageId: Id<"_storage">): Promise<boolean> {
  const row = await ctx.db.query("festivalPictures").first();
  return row !== null && [row.wide, row.social].some((file) => file.storageId === storageId);
}
