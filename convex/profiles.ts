/** Profiles: oneself, one's picture, and handing both in. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { httpAction, internalMutation, internalQuery } from "./_generated/server";
import { memberMutation, userAction, userMutation, userQuery } from "./functions";
import { wishLikeMails } from "./model/mailsWishes";
import * as photos from "./model/photos";
import * as profiles from "./model/profiles";
import { fail } from "./shared/errors";
import { limits } from "./shared/limits";
import { currentUser, profileInput, uploadedPhoto, waitingChange } from "./validators";

/** The signed-in person, as only they see themselves. */
export const me = userQuery({
  args: {},
  returns: currentUser,
  handler: async (ctx) => await profiles.seeMyself(ctx, ctx.user),
});

/** What waits of one's changes, so that the next change starts from it; null when nothing does. */
export const waiting = userQuery({
  args: {},
  returns: v.union(waitingChange, v.null()),
  handler: async (ctx) => await profiles.seeWaiting(ctx, ctx.user),
});

/** Hands a profile in; while it waits, again to replace it. */
export const create = userMutation({
  args: { profile: profileInput },
  returns: v.null(),
  handler: async (ctx, { profile }) => {
    await profiles.handIn(ctx, ctx.user, profile);
    return null;
  },
});

/**
 * Changes what is sent of a profile, and leaves the rest as it is or waits to be. What others see of a member stays as it
 * was until a moderator approves the change.
 */
export const update = userMutation({
  args: { profile: profileInput.partial() },
  returns: v.null(),
  handler: async (ctx, { profile }) => {
    await profiles.change(ctx, ctx.user, profile);
    return null;
  },
});

/** Puts away the note that my last change was refused. */
export const forgetRefusal = memberMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await profiles.forgetRefusal(ctx, ctx.user);
    return null;
  },
});

/** Says whether I want to be mailed about new likes, once a day at most. Nobody is unless they asked. */
export const setMailWishes = memberMutation({
  args: { newLikes: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { newLikes }) => {
    await wishLikeMails(ctx, ctx.user._id, newLikes);
    return null;
  },
});

/** Takes a picture, writes it anew and keeps it for a profile to show. */
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
    const storageId = await ctx.runAction(internal.services.photos.store, { image });
    if (storageId === null) fail("BAD_INPUT", "Error processing image. Please try again.");
    if (storageId === "busy") fail("TOO_MANY_TRIES", "Too many uploads. Please try again later.", photos.lineMs);
    const kept = await ctx.runMutation(internal.profiles.savePhoto, { userId, storageId, key: photos.newPhotoKey() });
    if (kept === null) fail("UNAUTHENTICATED", "Session expired. Please login again.");
    return kept;
  },
});

export const spendUpload = internalMutation({
  args: { userId: v.id("users") },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, { userId }) => await photos.spendUpload(ctx, userId),
});

export const savePhoto = internalMutation({
  args: { userId: v.id("users"), storageId: v.id("_storage"), key: v.string() },
  returns: v.union(uploadedPhoto, v.null()),
  handler: async (ctx, { userId, storageId, key }) => await photos.addPhoto(ctx, userId, storageId, key),
});

/** The picture that somebody uploaded last, if no profile shows it. A first profile sent over REST starts from it. */
export const unshownPhoto = internalQuery({
  args: { userId: v.id("users") },
  returns: v.union(v.id("photos"), v.null()),
  handler: async (ctx, { userId }) => await photos.unshownPhoto(ctx, userId),
});

export const sweepPhotos = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await photos.sweepUnused(ctx);
    await photos.sweepFiles(ctx);
    return null;
  },
});

export const turnDay = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await profiles.turnDay(ctx);
    return null;
  },
});

export const photoFile = internalQuery({
  args: { key: v.string() },
  returns: v.union(v.id("_storage"), v.null()),
  handler: async (ctx, { key }) => (await photos.photoByKey(ctx, key))?.storageId ?? null,
});

/** `GET /api/photos/<key>`. Who has no key gets nothing; the key changes with the picture and ends with it. */
export const photo = httpAction(async (ctx, request) => {
  const key = new URL(request.url).pathname.slice(photoPath.length);
  const storageId = await ctx.runQuery(internal.profiles.photoFile, { key });
  const file = storageId && (await ctx.storage.get(storageId));
  if (!file) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store", ...careful } });
  // Minutes, not longer: a picture that was taken down must not live on in somebody's browser.
  return new Response(file, {
    headers: { "Content-Type": "image/webp", "Cache-Control": "private, max-age=300", ...careful },
  });
});

/** Where pictures are: the route of `photo`. */
export const photoPath = "/api/photos/";

const declaredImage = /^image\/(jpeg|jpg|png|webp)$/i;

const careful = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
