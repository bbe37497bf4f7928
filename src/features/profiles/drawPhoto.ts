import { painted, type PhotoJob } from "./photoJob";

/** Draws a part of a picture as a JPEG file, which has nothing of the source but pixels. Null: the browser cannot read it. */
export async function drawPhoto(job: PhotoJob): Promise<Blob | null> {
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
export async function withImage<T>(file: Blob, work: (image: HTMLImageElement) => T | Promise<T>): Promise<T> {
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
