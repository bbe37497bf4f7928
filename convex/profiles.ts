/** Profiles: users read, submit and change their own profile and pictures. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { httpAction, internalAction, internalMutation, internalQuery } from "./_generated/server";
import { memberMutation, publicMutation, userAction, userMutation, userQuery } from "./functions";
import { setMailPreferences, stopMails as stopMailsOf } from "./model/mails/preferences";
import { exportOf } from "./model/people/exportFile";
import * as photos from "./model/photos/photos";
import { addFiles } from "./model/profiles/photos";
import * as profiles from "./model/profiles/profiles";
import { updateShard as turnShard, updateShards } from "./model/quota";
import { fail, failTooMany, failSignedOut } from "./shared/errors";
import { limits } from "./shared/limits";
import { photoPath } from "./shared/paths";
import { currentUser, profileInput, waitingChange } from "./validators/common";
import { encodedPhoto, uploadedPhoto, widths } from "./validators/photos";

/** Returns the signed-in user, as only they see themselves. */
export const me = userQuery({
  args: {},
  returns: currentUser,
  handler: async (ctx) => await profiles.currentUserOf(ctx, ctx.user),
});

/** Returns the caller's change that waits for a moderator, or null. The next change starts from it. */
export const waiting = userQuery({
  args: {},
  returns: v.union(waitingChange, v.null()),
  handler: async (ctx) => await profiles.waitingChangeOf(ctx, ctx.user),
});

/** Submits a profile. Submitting again replaces the waiting one. */
export const create = userMutation({
  hasOwnLimit: true,
  args: { profile: profileInput },
  returns: v.null(),
  handler: async (ctx, { profile }) => await profiles.submitProfile(ctx, ctx.user, profile),
});

/** Changes the fields that are sent. A moderator approves what others see of a member before it changes. */
export const update = userMutation({
  hasOwnLimit: true,
  args: { profile: profileInput.partial() },
  returns: v.null(),
  handler: async (ctx, { profile }) => await profiles.changeProfile(ctx, ctx.user, profile),
});

/** Dismisses the notice that the caller's last change was refused. */
export const forgetRefusal = memberMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await profiles.forgetRefusal(ctx, ctx.user),
});

/**
 * Switches mails on or off. `newLikes`: at most once a day, off by default. `notices`: about a match and about unread messages, on by
 * default. Only members without notifications get notices, at most one of each kind per festival day.
 */
export const setMailWishes = memberMutation({
  args: { newLikes: v.optional(v.boolean()), notices: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, preferences) => await setMailPreferences(ctx, ctx.user._id, preferences),
});

/** Switches off the mails of the user in a mailed token. Returns the same for every token. */
export const stopMails = publicMutation({
  args: { token: v.string() },
  returns: v.null(),
  handler: async (ctx, { token }) => await stopMailsOf(ctx, token),
});

/** Re-encodes an uploaded picture and stores it for a profile to use. */
export const uploadPhoto = userAction({
  args: { image: v.bytes(), contentType: v.string() },
  returns: uploadedPhoto,
  handler: async (ctx, { image, contentType }): Promise<typeof uploadedPhoto.type> => {
    const { userId } = ctx;
    if (image.byteLength >= limits.photoMaxBytes) fail("PHOTO_TOO_LARGE", "Image size should be less than 3MB");
    if (!declaredImage.test(contentType) || photos.imageTypeOf(image) === null) {
      fail("PHOTO_TYPE", "Please upload an image file");
    }
    const wait = await ctx.runMutation(internal.profiles.spendUpload, { userId });
    if (wait !== null) fail("TOO_MANY_TRIES", "Too many uploads. Please try again later.", wait);
    const encoded = await ctx.runAction(internal.services.photos.store, { image });
    if (encoded === null) fail("BAD_INPUT", "Error processing image. Please try again.");
    if (encoded === "busy") fail("TOO_MANY_TRIES", "Too many uploads. Please try again later.", photos.queueRetryMs);
    const saved = await ctx.runMutation(internal.profiles.savePhoto, { userId, key: photos.newPhotoKey(), encoded });
    if (saved === null) failSignedOut();
    return saved;
  },
});

/**
 * Returns everything stored about the caller, as JSON with their pictures: see `model/people/exportFile.ts`. Limited to a few times a day.
 */
export const exportMine = userAction({
  args: {},
  returns: v.string(),
  handler: async (ctx): Promise<string> => {
    const { userId } = ctx;
    const wait = await ctx.runMutation(internal.people.startOwnExport, { userId });
    if (wait !== null) failTooMany(wait);
    return (await exportOf(ctx, userId, true)) ?? failSignedOut();
  },
});

export const spendUpload = internalMutation({
  args: { userId: v.id("users") },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, { userId }) => await photos.spendUpload(ctx, userId),
});

export const savePhoto = internalMutation({
  args: { userId: v.id("users"), key: v.string(), encoded: encodedPhoto },
  returns: v.union(uploadedPhoto, v.null()),
  handler: async (ctx, args) => await photos.addPhoto(ctx, args),
});

/** Creates new files for a picture that was taken down. `key`: its current key. */
export const renewPhoto = internalAction({
  args: { photoId: v.id("photos"), storageId: v.id("_storage"), key: v.string() },
  returns: v.null(),
  handler: async (ctx, { photoId, storageId, key }): Promise<null> => {
    const files = await ctx.runAction(internal.services.photos.renew, { storageId });
    const added = files && { photoId, key, newKey: photos.newPhotoKey(), widths: files };
    return added && (await ctx.runMutation(internal.profiles.addPhotoFiles, added));
  },
});

export const addPhotoFiles = internalMutation({
  args: { photoId: v.id("photos"), key: v.string(), newKey: v.string(), widths },
  returns: v.null(),
  handler: async (ctx, args) => await addFiles(ctx, args),
});

/** Returns the user's latest upload that no profile shows, or null. A first profile sent over REST uses it. */
export const unshownPhoto = internalQuery({
  args: { userId: v.id("users") },
  returns: v.union(v.id("photos"), v.null()),
  handler: async (ctx, { userId }) => await photos.unshownPhoto(ctx, userId),
});

export const deleteUnusedPhotos = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await photos.deleteUnneeded(ctx),
});

export const updateDay = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await updateShards(ctx),
});

/** Moves one shard of the people to the current festival day and calendar. */
export const turnDay = internalMutation({
  args: { shard: v.number() },
  returns: v.null(),
  handler: async (ctx, { shard }) => await turnShard(ctx, shard),
});

export const photoFile = internalQuery({
  args: { key: v.string() },
  returns: v.union(v.id("_storage"), v.null()),
  handler: async (ctx, { key }) => (await photos.photoByKey(ctx, key))?.storageId ?? null,
});

/**
 * `GET /api/photos/<key>`: the kept file of a picture. Shown pictures are loaded from storage. This route serves a picture that was taken
 * down, to a moderator or its owner. The unguessable key is the only permission. It changes each time the picture is taken down.
 */
export const photo = httpAction(async (ctx, request) => {
  const key = new URL(request.url).pathname.slice(photoPath.length);
  const storageId = await ctx.runQuery(internal.profiles.photoFile, { key });
  const file = storageId && (await ctx.storage.get(storageId));
  if (!file) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store", ...safeHeaders } });
  // Minutes, not longer: a picture that was taken down must leave browser caches soon.
  return new Response(file, {
    headers: { "Content-Type": "image/webp", "Cache-Control": "private, max-age=300", ...safeHeaders },
  });
});

/** The accepted content types. */
const declaredImage = /^image\/(jpeg|jpg|png|webp)$/i;

const safeHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
