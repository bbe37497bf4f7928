/** The deployment keeps no more than this of a picture: sending more only costs the person's time and data. */
const WIDTH_MAX = 1080;
const HEIGHT_MAX = 1440;
const QUALITY = 0.9;

/** The picture, no larger than what is kept of it. Null when the browser cannot read it as one. */
export async function smallerPhoto(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  try {
    const scale = Math.min(1, WIDTH_MAX / picture.width, HEIGHT_MAX / picture.height);
    if (scale === 1) return file;
    const small = await drawn(picture, scale, file.type);
    // A browser that cannot write this type answers with another one, which may be the larger of the two.
    return small !== null && small.size < file.size ? small : file;
  } finally {
    picture.close();
  }
}

function drawn(picture: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}
