import sharp from "sharp";
import { Random } from "./random";

const SIZE = 256;
let tile: Promise<Buffer> | undefined;

/** A tile of printed paper: made once, laid over every picture. */
export function grain(): Promise<Buffer> {
  tile ??= sharp(speckle(), { raw: { width: SIZE, height: SIZE, channels: 4 } })
    .png()
    .toBuffer();
  return tile;
}

function speckle(): Buffer {
  const random = new Random(2025);
  const pixels = Buffer.alloc(SIZE * SIZE * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const tone = Math.round(128 + random.between(-40, 40));
    pixels.fill(tone, at, at + 3);
    pixels[at + 3] = 170;
  }
  return pixels;
}
