"use node";

/** Re-encodes pictures, so that nothing of an upload remains but its pixels. */
import { v } from "convex/values";
import sharp from "sharp";
import { internalAction } from "../_generated/server";
import { limits } from "../shared/limits";
import { lookOf } from "./photosLook";
import { hasTooManyScans } from "./photosScans";

/**
 * What phones make: 12 or 24.5 million (5712 × 4284), unless they are told to keep more, which is no file of 3 MB. Read from the header
 * before anything is decoded, because a few bytes can stand for any number of pixels, each of which takes time and memory.
 */
const PIXELS_MAX = 25_000_000;

// One picture uses one core, and nothing of it stays in memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Stores a picture upright, within the limits of width and height, as WebP without metadata. Null: it cannot be decoded. busy:
 * too many others wait, so that the person had better try again later than wait.
 */
export const store = internalAction({
  args: { image: v.bytes() },
  returns: v.union(v.object({ storageId: v.id("_storage"), look: v.string() }), v.null(), v.literal("busy")),
  handler: async (ctx, { image }) => {
    if (hasTooManyScans(new Uint8Array(image))) return null;
    if (queued >= QUEUE_MAX) return "busy";
    const encoded = await oneAtATime(() => reencode(image));
    if (encoded === null) return null;
    const { picture, look } = encoded;
    return { storageId: await ctx.storage.store(new Blob([picture], { type: "image/webp" })), look };
  },
});

/** About twenty seconds of pictures from phones. */
const QUEUE_MAX = 60;
let queued = 0;
let last: Promise<unknown> = Promise.resolve();

/** One after the other, so that many large pictures at once leave a core and memory for everybody's swipes. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  queued += 1;
  const mine = last.then(work).finally(() => (queued -= 1));
  last = mine;
  return mine;
}

type Encoded = { picture: Uint8Array<ArrayBuffer>; look: string };

async function reencode(image: ArrayBuffer): Promise<Encoded | null> {
  try {
    const encoded = await sharp(image, { limitInputPixels: PIXELS_MAX, sequentialRead: true })
      .autoOrient()
      .resize({ width: limits.photoWidthMax, height: limits.photoHeightMax, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .webp({ quality: 82 })
      .toBuffer();
    return { picture: new Uint8Array(encoded), look: await lookOf(encoded) };
  } catch {
    // The decoder's reasons are about bytes and would not help the person.
    return null;
  }
}
