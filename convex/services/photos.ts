"use node";

/** Re-encodes pictures in three widths, so that nothing but the pixels of an upload remains. */
import { v, type Infer } from "convex/values";
import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Id } from "../_generated/dataModel";
import { internalAction, type ActionCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import { encodedPicture } from "../validators/festival";
import { encodedPhoto, widths } from "../validators/photos";
import { imageHashOf } from "./photosHash";

/**
 * The most pixels of an upload. Phones take photos of 12 or 24.5 million (5712 × 4284), and a photo with more is larger than 3 MB. Read
 * from the header before decoding: a few bytes can stand for any number of pixels, and each costs time and memory.
 */
const MAX_PIXELS = 25_000_000;

/**
 * Bytes of the decoded pixels: eight bits per channel, with alpha. A decoder holds a few lines of a picture at a time, but the whole of an
 * interlaced or progressive one. For those, `MAX_DECODED_WHOLE` allows twelve million pixels without alpha.
 */
const MAX_DECODED = 4 * MAX_PIXELS;
const MAX_DECODED_WHOLE = 40_000_000;

// One picture uses one core, and leaves nothing in memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Stores a picture upright, within the limits of width and height, as WebP without metadata, and in two smaller widths. Stores the
 * widest twice: to serve and to keep. Returns null if it cannot be decoded. Returns `busy` if too many uploads wait: then the
 * person should try again later.
 */
export const store = internalAction({
  args: { image: v.bytes() },
  returns: v.union(encodedPhoto, v.null(), v.literal("busy")),
  handler: async (ctx, { image }): Promise<Infer<typeof encodedPhoto> | null | "busy"> => {
    if (hasTooManyScans(new Uint8Array(image))) return null;
    if (queued >= MAX_QUEUE) return "busy";
    const encoded = await oneAtATime(() => reencode(image));
    if (encoded === null) return null;
    const { pictures, imageHash, hash } = encoded;
    const storageId = await storeFile(ctx, pictures.large);
    return { storageId, widths: await storeWidths(ctx, pictures), imageHash, hash };
  },
});

/** Stores the widths of a picture again, from the kept file. Returns null if that is gone. */
export const renew = internalAction({
  args: { storageId: v.id("_storage") },
  returns: v.union(widths, v.null()),
  handler: async (ctx, { storageId }) => {
    const file = await ctx.storage.get(storageId);
    if (file === null) return null;
    const large = Buffer.from(await file.arrayBuffer());
    return await storeWidths(ctx, await oneAtATime(async () => ({ large, ...(await narrower(sharp(large))) })));
  },
});

/**
 * Stores a picture cropped to two shapes. The front page gets WebP. Shared links get JPEG, which every reader of them understands. Returns
 * null and `busy` like `store`.
 */
export const storePoster = internalAction({
  args: { image: v.bytes() },
  returns: v.union(encodedPicture, v.null(), v.literal("busy")),
  handler: async (ctx, { image }): Promise<Infer<typeof encodedPicture> | null | "busy"> => {
    if (hasTooManyScans(new Uint8Array(image))) return null;
    if (queued >= MAX_QUEUE) return "busy";
    const shapes = await oneAtATime(() => posterOf(image));
    if (shapes === null) return null;
    const social = new Blob([new Uint8Array(shapes.social)], { type: "image/jpeg" });
    return { wide: await storeFile(ctx, shapes.wide), social: await ctx.storage.store(social) };
  },
});

/**
 * About twenty seconds of phone pictures, per process. If each call has its own process, this queue limits nothing. Then the budget `photo`
 * in `model/throttle/budgets.ts` limits their number.
 */
const MAX_QUEUE = 60;
let queued = 0;
let last: Promise<unknown> = Promise.resolve();

/** Runs one after the other, so that many large pictures leave a core and memory for everybody's swipes. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  queued += 1;
  const result = last.then(work).finally(() => (queued -= 1));
  // A failure reaches only its own caller. Otherwise it would block the whole queue.
  last = result.catch(() => undefined);
  return result;
}

type Pictures = { large: Buffer; middle: Buffer; small: Buffer };
type Encoded = { pictures: Pictures; imageHash: string; hash: string };

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
    return { pictures, imageHash: await imageHashOf(large), hash: await hashOf(pixels()) };
  } catch {
    // The decoder's error is about bytes and would not help the person.
    return null;
  }
}

/** Opens an upload upright, without decoding it. Throws if its header says that decoding would cost too much. */
async function opened(image: ArrayBuffer): Promise<Sharp> {
  const picture = sharp(image, { limitInputPixels: MAX_PIXELS, sequentialRead: true });
  const { width, height, channels, depth, isProgressive } = await picture.metadata();
  const bytes = width * height * channels * (depth === "uchar" ? 1 : 2);
  if (bytes > (isProgressive ? MAX_DECODED_WHOLE : MAX_DECODED))
    throw new Error("This picture is too large to decode.");
  return picture.autoOrient();
}

async function posterOf(image: ArrayBuffer): Promise<{ wide: Buffer; social: Buffer } | null> {
  try {
    const picture = await opened(image);
    const cropTo = (width: number, height: number) =>
      picture.clone().resize({ width, height, fit: "cover" }).flatten({ background: "#ffffff" });
    return { wide: await webp(cropTo(1_600, 900)), social: await cropTo(1_200, 630).jpeg({ quality: 82 }).toBuffer() };
  } catch {
    return null;
  }
}

/** Encodes the two smaller widths of a picture. */
async function narrower(picture: Sharp): Promise<Omit<Pictures, "large">> {
  const atMost = (width: number) => picture.clone().resize({ width, withoutEnlargement: true });
  return { middle: await webp(atMost(limits.photoWidthMiddle)), small: await webp(atMost(limits.photoWidthSmall)) };
}

/** Encodes WebP. AVIF is no smaller at these sizes, and costs at least six times the processor time. */
async function webp(picture: Sharp): Promise<Buffer> {
  return await picture.webp({ quality: 82 }).toBuffer();
}

/** Returns the thumbhash of at most 100 × 100 pixels: at most 25 bytes, or 36 characters of base64. */
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

/** Cameras and programs write a dozen at most. A decoder goes over every pixel again for each scan. */
const MAX_SCANS = 30;

/** True for a JPEG with so many scans that a few kilobytes would keep a core busy for half a minute. */
function hasTooManyScans(file: Uint8Array): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && countScans(file) > MAX_SCANS;
}

/** Counts from marker to marker, as a decoder does, so that bytes of metadata are not counted as scans. */
function countScans(file: Uint8Array): number {
  let scans = 0;
  let at = 2;
  for (;;) {
    at = file.indexOf(0xff, at);
    while (file[at] === 0xff) at += 1;
    const marker = at < 0 ? undefined : file[at];
    if (marker === undefined || marker === END_MARKER) return scans;
    if (marker === SCAN_MARKER) scans += 1;
    at += 1;
    if (hasLength(marker)) at += Math.max(2, ((file[at] ?? 0) << 8) | (file[at + 1] ?? 0));
  }
}

const END_MARKER = 0xd9;
const SCAN_MARKER = 0xda;

/** Stuffed zeros, restart markers and markers that a decoder skips have no length, so no scan can hide behind one. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd8);
}
