import { clockText, type ClockShape } from "../../convex/shared/clock";
import { currentFestival } from "./festival";

/** A time (ms since 1970) by the festival's clock, '18 Dec, 18:05' unless another shape is asked for. */
export function timeText(instant: number, shape: ClockShape = "dayTime"): string {
  return clockText(instant, shape, currentFestival().timeZone);
}
