/** Pictures of people who do not exist. */
import sharp from "sharp";

const drawn = new Map<number, Promise<Buffer>>();

/** An upright JPEG like a phone's, a different one for each number. Cached. */
export function photo(n = 1): Promise<Buffer> {
  const known = drawn.get(n) ?? draw(n);
  drawn.set(n, known);
  return known;
}

/** The same as a file for a file picker. */
export async function jpeg(n = 1) {
  return { name: "me.jpg", mimeType: "image/jpeg", buffer: await photo(n) };
}

/** A picture wider than high. A card crops it. */
export async function wideJpeg(n = 1) {
  return {
    name: "wide.jpg",
    mimeType: "image/jpeg",
    buffer: await sharp(await photo(n))
      .rotate(90)
      .jpeg()
      .toBuffer(),
  };
}

function draw(n: number): Promise<Buffer> {
  const hue = (n * 67) % 360;
  // Small, because the deployment encodes each in several widths.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="320" viewBox="0 0 900 1200">
    <rect width="900" height="1200" fill="hsl(${hue} 60% 30%)"/>
    <circle cx="450" cy="430" r="210" fill="hsl(${hue + 40} 55% 70%)"/>
    <ellipse cx="450" cy="1080" rx="380" ry="420" fill="hsl(${hue + 150} 45% 50%)"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
}
