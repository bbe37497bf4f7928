import sharp from "sharp";
import { scenes } from "./backdrops/scenes";
import { drawPerson } from "./figure/person";
import { chooseLook, type Wish } from "./figure/look";
import { grain } from "./grain";
import { ink } from "./palette";
import { Random } from "./random";
import { Sheet, url } from "./svg";

export type { Wish } from "./figure/look";

/** Pictures are 1080 × 1440 JPEGs, as a phone would send them. */
const QUALITY = 80;

/** Draws one festival-goer. The same seed and wish give the same picture, byte for byte on one machine. */
export async function drawPortrait(seed: number, wish: Wish): Promise<Buffer> {
  return sharp(Buffer.from(portraitSvg(seed, wish)))
    .composite([{ input: await grain(), tile: true, blend: "soft-light" }])
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** The drawing itself, before it is printed. */
export function portraitSvg(seed: number, wish: Wish): string {
  const random = new Random(seed);
  const sheet = new Sheet();
  const scene = scenes[seed % scenes.length] ?? scenes[0];
  if (scene === undefined) throw new Error("No scene to stand in");
  const backdrop = scene(sheet, random);
  const look = chooseLook(random, wish);
  // Names are set over the lower third, so it falls into the dark by itself.
  const dusk = sheet.linear([
    [0.62, ink, 0],
    [1, ink, 0.55],
  ]);
  return sheet.document(`${backdrop}${drawPerson(sheet, look)}<rect width="1080" height="1440" fill="${url(dusk)}"/>`);
}
