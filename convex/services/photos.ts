"use node";

/** Pictures, decoded and written anew: what leaves here is pixels and nothing else that the upload carried. */
import { v } from "convex/values";
import sharp from "sharp";
import { internalAction } from "../_generated/server";
import { hasTooManyScans } from "./photosScans";

/** More than any phone makes; a small file can unfold to far more, which would take all memory. */
const PIXELS_MAX = 50_000_000;
const WIDTH_MAX = 1080;
const HEIGHT_MAX = 1440;

// One picture keeps one core busy and nothing stays in memory after it.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Stores a picture upright, at most 1080 × 1440, as WebP without metadata. Null when it cannot be decoded, 'busy' when too
 * many wait: theirs is soon said and tried again, while an endless line would keep every new one waiting.
 */
export const store = internalAction({
  args: { image: v.bytes() },
  returns: v.union(v.id("_storage"), v.null(), v.literal("busy")),
  handler: async (ctx, { image }) => {
    if (hasTooManyScans(new Uint8Array(image))) return null;
    if (inLine >= LINE_MAX) return "busy";
    const picture = await inTurn(() => rewrite(image));
    return picture && (await ctx.storage.store(new Blob([picture], { type: "image/webp" })));
  },
});

/** Some twenty seconds of pictures from phones. */
const LINE_MAX = 60;
let inLine = 0;
let last: Promise<unknown> = Promise.resolve();

/** One after the other: a rush of large pictures must leave a core and the memory to everybody's swipes. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  inLine += 1;
  const mine = last.then(work).finally(() => (inLine -= 1));
  last = mine;
  return mine;
}

async function rewrite(image: ArrayBuffer): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const written = await sharp(image, { limitInputPixels: PIXELS_MAX, sequentialRead: true })
      .autoOrient()
      .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .webp({ quality: 82 })
      .toBuffer();
    return new Uint8Array(written);
  } catch {
    // Whatever the decoder refuses, its reason is about the bytes and says nothing to the person.
    return null;
  }
}
