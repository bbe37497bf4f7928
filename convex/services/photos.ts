"use node";

/** Re-encodes pictures in three widths, so that nothing of an upload remains but its pixels. */
import { v, type Infer } from "convex/values";
import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Id } from "../_generated/dataModel";
import { internalAction, type ActionCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import { encodedPicture } from "../validators/festival";
import { encodedPhoto, widths } from "../validators/photos";
import { lookOf } from "./photosLook";
import { hasTooManyScans } from "./photosScans";

/**
 * What phones make: 12 or 24.5 million (5712 × 4284), unless they are told to keep more, which is no file of 3 MB. Read from the header
 * before anything is decoded, because a few bytes can stand for any number of pixels, each of which takes time and memory.
 */
const PIXELS_MAX = 25_000_000;

/**
 * Bytes of the decoded pixels: eight bits and transparency for each. A decoder holds a few lines of them. It holds the whole of an
 * interlaced or progressive picture, which may therefore have the bytes of twelve million pixels without transparency.
 */
const DECODED_MAX = 4 * PIXELS_MAX;
const HELD_MAX = 40_000_000;

// One picture uses one core, and nothing of it stays in memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Stores a picture upright, within the limits of width and height, as WebP without metadata, and the same in two smaller widths.
 * The widest is stored twice: once to be served, once to be kept. Null: it cannot be decoded. busy: too many others wait, so
 * that the person had better try again later than wait.
 */
export const store = internalAction({
  args: { image: v.bytes() },
  returns: v.union(encodedPhoto, v.null(), v.literal("busy")),
  handler: async (ctx, { image }): Promise<Infer<typeof encodedPhoto> | null | "busy"> => {
    if (hasTooManyScans(new Uint8Array(image))) return null;
    if (queued >= QUEUE_MAX) return "busy";
    const encoded = await oneAtATime(() => reencode(image));
    if (encoded === null) return null;
    const { pictures, look, hash } = encoded;
    const storageId = await storeFile(ctx, pictures.large);
    return { storageId, widths: await storeWidths(ctx, pictures), look, hash };
  },
});

/** Stores the widths of a picture again, from the file that was kept. Null: it is gone. */
export const renew = internalAction({
  args: { storageId: v.id("_storage") },
  returns: v.union(widths, v.null()),
  handler: async (ctx, { storageId }) => {
    const kept = await ctx.storage.get(storageId);
    if (kept === null) return null;
    const large = Buffer.from(await kept.arrayBuffer());
    return await storeWidths(ctx, await oneAtATime(async () => ({ large, ...(await narrower(sharp(large))) })));
  },
});

/**
 * Stores a picture cut to two shapes: WebP for the front page, and JPEG, which all that read shared links understand. Null and busy
 * as in `store`.
 */
export const storePoster = internalAction({
  args: { image: v.bytes() },
  returns: v.union(encodedPicture, v.null(), v.literal("busy")),
  handler: async (ctx, { image }): Promise<Infer<typeof encodedPicture> | null | "busy"> => {
    if (hasTooManyScans(new Uint8Array(image))) return null;
    if (queued >= QUEUE_MAX) return "busy";
    const shapes = await oneAtATime(() => posterOf(image));
    if (shapes === null) return null;
    const social = new Blob([new Uint8Array(shapes.social)], { type: "image/jpeg" });
    return { wide: await storeFile(ctx, shapes.wide), social: await ctx.storage.store(social) };
  },
});

/**
 * About twenty seconds of pictures from phones. Of one process: where each call has its own, none waits for another, and the budget
 * `photo` in `model/throttle/budgets.ts` limits how many there are.
 */
const QUEUE_MAX = 60;
let queued = 0;
let last: Promise<unknown> = Promise.resolve();

/** One after the other, so that many large pictures at once leave a core and memory for everybody's swipes. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  queued += 1;
  const mine = last.then(work).finally(() => (queued -= 1));
  // One that fails is told to its own caller only: else nothing after it would ever run.
  last = mine.catch(() => undefined);
  return mine;
}

type Pictures = { large: Buffer; middle: Buffer; small: Buffer };
type Encoded = { pictures: Pictures; look: string; hash: string };

async function reencode(image: ArrayBuffer): Promise<Encoded | null> {
  try {
    const { data, info } = await (
      await opened(image)
    )
      .resize({ width: limits.photoWidthMax, height: limits.photoHeightMax, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = () => sharp(data, { raw: info });
    const large = await webp(pixels());
    const pictures = { large, ...(await narrower(pixels())) };
    return { pictures, look: await lookOf(large), hash: await hashOf(pixels()) };
  } catch {
    // The decoder's reasons are about bytes and would not help the person.
    return null;
  }
}

/** Returns an upload, upright, before it is decoded. Throws where its header says that decoding would take too much. */
async function opened(image: ArrayBuffer): Promise<Sharp> {
  const picture = sharp(image, { limitInputPixels: PIXELS_MAX, sequentialRead: true });
  const { width, height, channels, depth, isProgressive } = await picture.metadata();
  const bytes = width * height * channels * (depth === "uchar" ? 1 : 2);
  if (bytes > (isProgressive ? HELD_MAX : DECODED_MAX)) throw new Error("This picture is too large to decode.");
  return picture.autoOrient();
}

async function posterOf(image: ArrayBuffer): Promise<{ wide: Buffer; social: Buffer } | null> {
  try {
    const whole = await opened(image);
    const cut = (width: number, height: number) =>
      whole.clone().resize({ width, height, fit: "cover" }).flatten({ background: "#ffffff" });
    return { wide: await webp(cut(1_600, 900)), social: await cut(1_200, 630).jpeg({ quality: 82 }).toBuffer() };
  } catch {
    return null;
  }
}

/** The two smaller widths of a picture. */
async function narrower(picture: Sharp): Promise<Omit<Pictures, "large">> {
  const atMost = (width: number) => picture.clone().resize({ width, withoutEnlargement: true });
  return { middle: await webp(atMost(limits.photoWidthMiddle)), small: await webp(atMost(limits.photoWidthSmall)) };
}

/** WebP: AVIF is no smaller at these sizes, and takes six times the processor time at least. */
async function webp(picture: Sharp): Promise<Buffer> {
  return await picture.webp({ quality: 82 }).toBuffer();
}

/** The thumbhash of at most 100 × 100 pixels: 25 bytes at most, which are 36 letters of base64. */
async function hashOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .resize({ width: 100, height: 100, fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

async function storeWidths(ctx: ActionCtx, { large, middle, small }: Pictures): Promise<Infer<typeof widths>> {
  return {
    large: await storeFile(ctx, large),
    middle: await storeFile(ctx, middle),
    small: await storeFile(ctx, small),
  };
}

async function storeFile(ctx: ActionCtx, picture: Buffer): Promise<Id<"_storage">> {
  return await ctx.storage.store(new Blob([new Uint8Array(picture)], { type: "image/webp" }));
}
