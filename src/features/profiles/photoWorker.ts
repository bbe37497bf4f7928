/** Draws one photo off the main thread. A large one takes a phone up to two seconds, during which the form must not freeze. */
import { bitmapOf, paint, type PhotoJob } from "./photoJob";

self.onmessage = (event: MessageEvent<PhotoJob>) =>
  void draw(event.data).then(
    (picture) => self.postMessage(picture),
    () => self.postMessage(null),
  );

async function draw(job: PhotoJob): Promise<Blob> {
  const bitmap = await bitmapOf(job);
  try {
    const area = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    const canvas = paint(({ width, height }) => new OffscreenCanvas(width, height), bitmap, area, job);
    return await canvas.convertToBlob({ type: "image/jpeg", quality: job.quality });
  } finally {
    bitmap.close();
  }
}
