import { mix } from "../palette";
import { mirror, round, shift, url, type Sheet } from "../svg";
import { headOutline } from "./face";
import type { Look } from "./look";

/** Where a garment ends at the neck: a path from the right of the neck to its left. */
export const necklines = {
  crew: "C84 352 -84 352 -104 286",
  scoop: "C96 430 -96 430 -104 286",
  deep: "C70 360 30 430 0 450C-30 430 -70 360 -104 286",
  square: "C100 340 96 380 92 410C40 424 -40 424 -92 410C-96 380 -100 340 -104 286",
  closed: "C84 320 -84 320 -104 286",
} as const;

/** Neck and chest with the shadow under the chin. */
export function drawNeck(sheet: Sheet, look: Look): string {
  const w = look.gender === "female" ? 64 : 80;
  const s = look.gender === "female" ? 222 : 274;
  const neck = `M${-w} 60C${-w} 180 ${-w - 2} 230 ${-w - 14} 262C${-w - 50} 312 ${-s + 20} 344 ${-s} 362L${-s} 620L${s} 620L${s} 362
    C${s - 20} 344 ${w + 50} 312 ${w + 14} 262C${w + 2} 230 ${w} 180 ${w} 60Z`;
  const shadow = shift(headOutline(look), look.light.side * 22, 54);
  const bones = "M40 352C80 336 130 332 180 340M20 344C22 356 26 362 34 368";
  return `${sheet.lit(neck, look.skin, look.light, { shade: 34, rim: 8, counter: 5, shadeColour: look.skinShade })}
    <g clip-path="${url(sheet.clip(neck))}"><path d="${shadow}" fill="${look.skinShade}"/></g>
    <path d="${bones}${mirror(bones)}" fill="none" stroke="${mix(look.skin, look.skinShade, 0.7)}" stroke-width="6" stroke-linecap="round"/>`;
}

/** Shoulders and chest inside a garment. */
export function torso(look: Look, neckline: string, spare = 0): string {
  const s = (look.gender === "female" ? 292 : 344) + spare;
  const up = spare * 0.4;
  const half = (d: number) =>
    [
      `${d * 150} ${320 - up} ${round(d * (s - 70))} ${336 - up} ${round(d * (s - 26))} ${374 - up}`,
      `${round(d * (s + 40))} ${410 - up} ${round(d * (s + 58))} 540 ${round(d * (s + 80))} 1000`,
    ] as const;
  const [left, right] = [half(-1), half(1)];
  const back = (d: number) =>
    `C${round(d * (s + 58))} 540 ${round(d * (s + 40))} ${410 - up} ${round(d * (s - 26))} ${374 - up}C${round(d * (s - 70))} ${336 - up} ${d * 150} ${320 - up} ${d * 104} 286`;
  return `M-104 286C${left[0]}C${left[1]}L${right[1].split(" ").slice(-2).join(" ")}${back(1)}${neckline}Z`;
}
