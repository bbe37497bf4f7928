import type { Sheet } from "../svg";
import { round } from "../svg";
import { drawNeck } from "./body";
import { drawClothes } from "./clothes";
import { drawFaceExtras, drawNeckExtras } from "./extras";
import { drawEyes } from "./eyes";
import { drawHead, headOutline } from "./face";
import { drawHair } from "./hair";
import type { Look } from "./look";
import { drawBeard, drawMouth } from "./mouth";

/** One person from the waist up, layer on layer from the back. */
export function drawPerson(sheet: Sheet, look: Look): string {
  const hair = drawHair(sheet, look);
  const scale = look.random.between(1.08, 1.28);
  const x = 540 + look.random.between(-24, 24);
  const pose = round(look.random.between(-2.5, 2.5));
  const lean = (drawing = "") => `<g transform="rotate(${round(look.tilt)} 0 230)">${drawing}</g>`;
  const face = `${drawHead(sheet, look)}${drawBeard(sheet, look, headOutline(look))}${drawMouth(sheet, look)}
    ${drawEyes(sheet, look)}${hair.front}${drawFaceExtras(sheet, look)}`;
  return `<g transform="translate(${round(x)} 560) scale(${scale.toFixed(3)})">
    ${lean(hair.back)}<g transform="rotate(${pose} 0 420)">${drawNeck(sheet, look)}${drawClothes(sheet, look)}${drawNeckExtras(sheet, look)}</g>
    ${lean(hair.locks)}${lean(face)}</g>`;
}
