"use node";

/** How a picture looks, in 64 bits. */
import sharp from "sharp";

/**
 * A difference hash: the picture in 9 × 8 grey dots, and for each dot but the last of a row whether the next is clearly darker. Scaling
 * and encoding keep these; a crop or a mirror does not. Sixteen hexadecimal digits.
 */
export async function lookOf(picture: Uint8Array): Promise<string> {
  const dots = await sharp(picture).greyscale().resize(WIDTH, HEIGHT, { fit: "fill" }).raw().toBuffer();
  let bits = "";
  for (let at = 0; at < dots.length; at += 1) {
    if (at % WIDTH < WIDTH - 1) bits += (dots[at] ?? 0) > (dots[at + 1] ?? 0) + CLEARLY ? "1" : "0";
  }
  return BigInt(`0b${bits}`).toString(16).padStart(16, "0");
}

const [WIDTH, HEIGHT] = [9, 8];
/** Of 255. Without it the dots of an even background would fall either way with each encoding. */
const CLEARLY = 8;
