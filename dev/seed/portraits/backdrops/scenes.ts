import type { Random } from "../random";
import type { Sheet } from "../svg";
import { bokeh, fireworks, lanterns, stage } from "./lights";
import { fair, sunrays, sunset } from "./places";
import { bunting, garlands, mandala, marquee, mural, neon } from "./walls";

/** A drawn place behind the person; `light` says where the warm light of the stage comes from. */
export type Scene = (sheet: Sheet, random: Random) => string;

/** Where at the festival the picture was taken. */
export const scenes: readonly Scene[] = [
  stage,
  bokeh,
  bunting,
  marquee,
  neon,
  mural,
  sunset,
  fair,
  garlands,
  mandala,
  sunrays,
  lanterns,
  fireworks,
];
