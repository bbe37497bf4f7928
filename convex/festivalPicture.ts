/** The organisers' own picture of the festival. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation } from "./_generated/server";
import { organiserAction, organiserMutation } from "./functions";
import { removePicture, savePicture } from "./model/settings/changes";
import { imageTypeOf, queueRetryMs } from "./model/photos/photos";
import { fail } from "./shared/errors";
import { limits } from "./shared/limits";
import { encodedPicture } from "./validators/festival";

/** Re-encodes a picture, cropped for the front page and for shared links. Replaces the previous one. */
export const upload = organiserAction({
  args: { image: v.bytes() },
  returns: v.null(),
  handler: async (ctx, { image }): Promise<void> => {
    if (image.byteLength >= limits.photoMaxBytes) fail("PHOTO_TOO_LARGE", "Image size should be less than 3MB");
    if (imageTypeOf(image) === null) fail("PHOTO_TYPE", "Please upload an image file");
    const encoded: Infer<typeof encodedPicture> | null | "busy" = await ctx.runAction(
      internal.services.photos.storePoster,
      { image },
    );
    if (encoded === null) fail("BAD_INPUT", "Error processing image. Please try again.");
    if (encoded === "busy") fail("TOO_MANY_TRIES", "Too many uploads. Please try again later.", queueRetryMs);
    await ctx.runMutation(internal.festivalPicture.save, { organiserId: ctx.organiserId, encoded });
  },
});

export const remove = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removePicture(ctx, ctx.organiser),
});

export const save = internalMutation({
  args: { organiserId: v.id("users"), encoded: encodedPicture },
  returns: v.null(),
  handler: async (ctx, { organiserId, encoded }): Promise<void> => {
    const organiser = await ctx.db.get("users", organiserId);
    // The organiser has been removed since the upload began. A job deletes the unused files within the hour.
    if (organiser?.kind !== "organiser") fail("FORBIDDEN", "Please sign in as an organiser.");
    await savePicture(ctx, organiser, encoded);
  },
});
