/**
 * Pictures that were taken down and are to be shown again. Their files are gone, so an action makes new ones from the one that
 * was kept. Until then, or if that fails, a picture is served by its key: slower, and the same picture.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { enterDeck } from "../deck/deck";
import { servedFilesOf, type Widths } from "./shown";
import { profileOf } from "../profiles/rows";

/** Has new files made of those of some pictures that have none. */
export async function showAgain(ctx: MutationCtx, photoIds: Iterable<Id<"photos">>): Promise<void> {
  for (const photoId of photoIds) {
    const photo = await ctx.db.get("photos", photoId);
    if (photo === null || photo.files !== undefined) continue;
    const { storageId, key } = photo;
    await ctx.scheduler.runAfter(0, internal.profiles.renewPhoto, { photoId, storageId, key });
  }
}

type Renewed = { photoId: Id<"photos">; key: string; newKey: string; widths: Widths };

/**
 * Serves a picture by its new files; the key by which it was served meanwhile no longer works. If it was deleted or taken down
 * again since, its key is another one, and the files are deleted.
 */
export async function addFiles(ctx: MutationCtx, { photoId, key, newKey, widths }: Renewed): Promise<void> {
  const photo = await ctx.db.get("photos", photoId);
  const userId = photo?.userId;
  if (photo?.key !== key || userId === undefined || photo.files !== undefined) {
    for (const file of Object.values(widths)) await ctx.storage.delete(file);
    return;
  }
  await ctx.db.patch("photos", photoId, { files: await servedFilesOf(ctx, widths), key: newKey });
  const [user, profile] = [await ctx.db.get("users", userId), await profileOf(ctx, userId)];
  if (user?.status === "approved" && profile?.photoIds.includes(photoId)) await enterDeck(ctx, profile);
}
