import { v } from "convex/values";

/** A picture as shown: its address in three widths. A narrower picture is never enlarged. */
export const shownPhoto = v.object({
  /** 1,080 px wide. */
  url: v.string(),
  /** 540 px wide. */
  middle: v.string(),
  /** 160 px wide, for lists. */
  small: v.string(),
  /** A thumbhash in base64, 36 characters at most: the placeholder until the picture is loaded. */
  hash: v.optional(v.string()),
});

/** The caller's own picture, with the id that the profile form sends. */
export const ownPhoto = shownPhoto.extend({ photoId: v.id("photos") });

/** An uploaded picture: its id for the profile form, and its addresses. `photoURL` is the widest. */
export const uploadedPhoto = ownPhoto.extend({ photoURL: v.string() });

/** The stored files of a picture's widths. */
export const widths = v.object({ large: v.id("_storage"), middle: v.id("_storage"), small: v.id("_storage") });

/** An encoded picture: the kept file, the files of its widths, its perceptual hash and its thumbhash. */
export const encodedPhoto = v.object({ storageId: v.id("_storage"), widths, imageHash: v.string(), hash: v.string() });

/** A file that anyone with its address can load. `path`: see `model/photos/shown.ts`. */
export const servedFile = v.object({ storageId: v.id("_storage"), path: v.string() });

export const servedFiles = v.object({ large: servedFile, middle: servedFile, small: servedFile });
