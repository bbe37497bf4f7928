import { words } from "./words";

const MINUTE = 60_000;

/** Hours and minutes until the instant, or that it is about to happen. Rounded up, so that nobody comes back too early. */
export function countdown(until: number, now: number): string {
  const minutes = Math.ceil((until - now) / MINUTE);
  if (minutes <= 0) return words.resettingSoon;
  return words.hoursMinutes(Math.floor(minutes / 60), minutes % 60);
}
