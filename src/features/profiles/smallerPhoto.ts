import { limits } from "../../../convex/shared/limits";

const QUALITY = 0.9;

/**
 * The photo, scaled down to what the deployment stores: a larger upload would only cost time and data. Null when the browser
 * cannot read it as a picture.
 */
export async function smallerPhoto(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  try {
    const scale = Math.min(1, limits.photoWidthMax / picture.width, limits.photoHeightMax / picture.height);
    if (scale === 1) return file;
    const small = await resized(picture, scale, file.type);
    // A browser that cannot write this type writes another one, which may be larger than the original.
    return small !== null && small.size < file.size ? small : file;
  } finally {
    picture.close();
  }
}

function resized(picture: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}
