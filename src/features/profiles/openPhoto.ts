import { initialArea, needsCrop, sentSize, unturnedArea, turnedSize, within, type Crop, type Size } from "./photoShape";
import { paint, type PhotoJob } from "./photoJob";

/** A chosen photo, upright, and scaled down so that a phone's memory can hold three. */
export type OpenPhoto = Size & {
  picture: Blob;
  /** Pixels of the chosen file per pixel of `picture`. */
  scale: number;
  initialCrop: Crop;
  /** True if the initial crop cuts off so much that the person should choose. */
  needsCrop: boolean;
};

/** Pixels. More than twice the card's largest size. */
const MAX_OPEN_SIZE: Size = { width: 2_880, height: 2_880 };
/** Pixels. A crop with a side below this looks blurred on a large screen. */
const MIN_SHARP_SIDE = 400;

/** Opens a chosen file of any size. Returns null if the browser cannot read it. */
export async function openPhoto(file: Blob): Promise<OpenPhoto | null> {
  // Reads only the header, however large the photo is.
  const fullSize = await withImage(file, ({ naturalWidth, naturalHeight }) => ({
    width: naturalWidth,
    height: naturalHeight,
  })).catch(() => null);
  if (fullSize === null || fullSize.width === 0 || fullSize.height === 0) return null;
  const size = within(fullSize, MAX_OPEN_SIZE);
  const picture = await drawPhoto({ source: file, area: { x: 0, y: 0, ...fullSize }, turns: 0, size, quality: 0.92 });
  const initialCrop = { turns: 0, area: initialArea(size) };
  return picture && { ...size, picture, scale: fullSize.width / size.width, initialCrop, needsCrop: needsCrop(size) };
}

/** True if two photos were opened from the same picture. Drawing the same pixels again gives the same bytes. */
export async function isSame({ picture: one }: OpenPhoto, { picture: other }: OpenPhoto): Promise<boolean> {
  if (one.size !== other.size) return false;
  const [bytes, others] = await Promise.all([bytesOf(one), bytesOf(other)]);
  return bytes.every((byte, index) => byte === others[index]);
}

/** Opens a stored photo, or returns null. Not from the HTTP cache: a copy fetched by an `<img>` cannot be read. */
export async function fetchPhoto(url: string): Promise<OpenPhoto | null> {
  const response = await fetch(url, { cache: "reload" }).catch(() => null);
  return response?.ok ? await openPhoto(await response.blob()) : null;
}

/** Returns the cropped photo as a file. `isSmall`: it has so few pixels that it looks blurred. Null: the browser could not draw it. */
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
  return Math.min(area.width, area.height) * scale < MIN_SHARP_SIDE;
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Draws part of a picture as a JPEG file, without the source's metadata. Returns null if the browser cannot read it. */
async function drawPhoto(job: PhotoJob): Promise<Blob | null> {
  // Older browsers have no canvas in workers, and some decode certain formats only on the page.
  return (await drawInWorker(job).catch(() => null)) ?? (await drawOnPage(job).catch(() => null));
}

/** Uses a new worker per photo. Ending it frees all the memory that a large picture took. */
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

async function drawOnPage(job: PhotoJob): Promise<Blob | null> {
  return await withImage(job.source, async (image) => {
    await image.decode();
    const canvas = paint(newCanvas, image, job.area, job);
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", job.quality));
  });
}

function newCanvas({ width, height }: { width: number; height: number }): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** Runs `work` on the loaded image of a file, then frees it. Rejects if the file is not an image. */
async function withImage<T>(file: Blob, work: (image: HTMLImageElement) => T | Promise<T>): Promise<T> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    await new Promise<unknown>((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("The browser cannot read this image"));
      image.src = url;
    });
    return await work(image);
  } finally {
    image.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}
