import { firstArea, needsCrop, sentSize, unturnedArea, turnedSize, within, type Crop, type Size } from "./photoShape";
import { painted, type PhotoJob } from "./photoJob";

/** A chosen photo, upright, and small enough for a phone to hold three of them. */
export type OpenPhoto = Size & {
  picture: Blob;
  /** Pixels of the chosen photo for each of these. */
  scale: number;
  /** The part that the card shows as long as the person chooses no other. */
  first: Crop;
  /** True if so little of the photo is left that the person should choose. */
  needsCrop: boolean;
};

/** Enough for the card at more than twice its size. */
const OPEN_MOST: Size = { width: 2_880, height: 2_880 };
/** Below this many pixels a side, a photo is blurred on a large screen. */
const FINE = 400;

/** Opens a chosen photo of any size. Null: the browser cannot read it. */
export async function openPhoto(file: Blob): Promise<OpenPhoto | null> {
  // This reads the first bytes only, whatever the number of pixels.
  const whole = await withImage(file, ({ naturalWidth, naturalHeight }) => ({
    width: naturalWidth,
    height: naturalHeight,
  })).catch(() => null);
  if (whole === null || whole.width === 0 || whole.height === 0) return null;
  const size = within(whole, OPEN_MOST);
  const picture = await drawPhoto({ source: file, area: { x: 0, y: 0, ...whole }, turns: 0, size, quality: 0.92 });
  const first = { turns: 0, area: firstArea(size) };
  return picture && { ...size, picture, scale: whole.width / size.width, first, needsCrop: needsCrop(size) };
}

/** Opens a photo of the deployment. What the browser has cached was fetched for showing alone. Null: it did not come. */
export async function fetchPhoto(url: string): Promise<OpenPhoto | null> {
  const response = await fetch(url, { cache: "reload" }).catch(() => null);
  return response?.ok ? await openPhoto(await response.blob()) : null;
}

/** The part of a photo that is sent, as a file, and whether it has so few pixels that it looks blurred. Null: the browser could not draw it. */
export async function croppedPhoto(photo: OpenPhoto, crop: Crop): Promise<{ file: Blob; isSmall: boolean } | null> {
  const { picture: source } = photo;
  const area = unturnedArea(crop, photo);
  const file = await drawPhoto({ source, area, turns: crop.turns, size: sentSize(crop.area), quality: 0.85 });
  return file && { file, isSmall: isSmall(photo, crop) };
}

export async function turnedPhoto(photo: OpenPhoto, turns: number): Promise<Blob> {
  if (turns % 4 === 0) return photo.picture;
  const { picture: source, width, height } = photo;
  const size = turnedSize(photo, turns);
  return (await drawPhoto({ source, area: { x: 0, y: 0, width, height }, turns, size, quality: 0.85 })) ?? source;
}

function isSmall({ scale }: OpenPhoto, { area }: Crop): boolean {
  return Math.min(area.width, area.height) * scale < FINE;
}

/** Draws a part of a picture as a JPEG file, which has nothing of the source but pixels. Null: the browser cannot read it. */
async function drawPhoto(job: PhotoJob): Promise<Blob | null> {
  // Older browsers have no canvas in workers, and some read a type of picture on the page alone.
  return (await drawInWorker(job).catch(() => null)) ?? (await drawHere(job).catch(() => null));
}

/** Each in a worker of its own: when that ends, all the memory that a large picture took is free again. */
async function drawInWorker(job: PhotoJob): Promise<Blob | null> {
  if (typeof OffscreenCanvas === "undefined") return null;
  const worker = new Worker(new URL("./photoWorker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(job);
    });
  } finally {
    worker.terminate();
  }
}

async function drawHere(job: PhotoJob): Promise<Blob | null> {
  return await withImage(job.source, async (image) => {
    await image.decode();
    const canvas = painted(newCanvas, image, job.area, job);
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", job.quality));
  });
}

function newCanvas({ width, height }: { width: number; height: number }): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** Works with a loaded image of a file, and frees it afterwards. Rejects for a file that is no picture. */
async function withImage<T>(file: Blob, work: (image: HTMLImageElement) => T | Promise<T>): Promise<T> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    await new Promise<unknown>((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("This is no picture that the browser can read"));
      image.src = url;
    });
    return await work(image);
  } finally {
    image.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}
