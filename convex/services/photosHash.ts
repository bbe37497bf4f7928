"use node";

/** The perceptual hash of a picture, in 64 bits. */
import sharp from "sharp";

/**
 * Returns a difference hash in sixteen hexadecimal digits. The picture becomes 9 × 8 grey dots. Each bit says whether the next dot in the
 * row is clearly darker. Scaling and encoding keep the hash. Cropping and mirroring do not.
 */
export async function imageHashOf(picture: Uint8Array): Promise<string> {
  const dots = await sharp(picture).greyscale().resize(WIDTH, HEIGHT, { fit: "fill" }).raw().toBuffer();
  let bits = "";
  for (let at = 0; at < dots.length; at += 1) {
    if (at % WIDTH < WIDTH - 1) bits += (dots[at] ?? 0) > (dots[at + 1] ?? 0) + MIN_DIFFERENCE ? "1" : "0";
  }
  return BigInt(`0b${bits}`).toString(16).padStart(16, "0");
}

const WIDTH = 9;
const HEIGHT = 8;
/** Out of 255. A smaller difference counts as none, because encoding changes the dots of an even background. */
const MIN_DIFFERENCE = 8;
