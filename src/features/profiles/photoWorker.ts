/** Draws one photo off the main thread. A large one takes a phone up to two seconds, during which the form must not freeze. */
import { bitmapOf, painted, type PhotoJob } from "./photoJob";

self.onmessage = (event: MessageEvent<PhotoJob>) =>
  void drawn(event.data).then(
    (picture) => self.postMessage(picture),
    () => self.postMessage(null),
  );

async function drawn(job: PhotoJob): Promise<Blob> {
  const bitmap = await bitmapOf(job);
  try {
    const whole = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    const canvas = painted(({ width, height }) => new OffscreenCanvas(width, height), bitmap, whole, job);
    return await canvas.convertToBlob({ type: "image/jpeg", quality: job.quality });
  } finally {
    bitmap.close();
  }
}
