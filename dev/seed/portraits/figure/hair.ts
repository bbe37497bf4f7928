import type { Sheet } from "../svg";
import { headwear } from "./headwear";
import { longHair } from "./longHair";
import { shortHair } from "./shortHair";
import type { Hair } from "./strands";
import type { HairStyle, Look } from "./look";

/** Draws the hair, or what is worn instead of it, for heads of about 168 units half-width. */
export function drawHair(sheet: Sheet, look: Look): Hair {
  const styles: Record<HairStyle, (sheet: Sheet, look: Look) => Hair> = { ...longHair, ...shortHair, ...headwear };
  const { back = "", locks = "", front } = styles[look.hair](sheet, look);
  const fit = (drawing: string) => `<g transform="scale(${look.face.width / 168} 1)">${drawing}</g>`;
  return { back: fit(back), locks: fit(locks), front: fit(front) };
}
