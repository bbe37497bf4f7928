import { clockText, type ClockShape } from "../../convex/shared/clock";
import { currentFestival } from "./festival";

/** Formats a time (ms since 1970) in the festival's time zone. Default: '18 Dec, 18:05'. */
export function timeText(instant: number, shape: ClockShape = "dayTime"): string {
  return clockText(instant, shape, currentFestival().timeZone);
}
