import { words } from "./words";

const MINUTE = 60_000;

/** Returns the hours and minutes until a time (ms), rounded up, so nobody comes back too early. */
export function countdown(until: number, now: number): string {
  const minutes = Math.ceil((until - now) / MINUTE);
  if (minutes <= 0) return words.resettingSoon;
  return words.hoursMinutes(Math.floor(minutes / 60), minutes % 60);
}
