import { words } from "./words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns how long a person has waited, in one whole unit. */
export function ageOf(since: number, now: number): string {
  const age = Math.max(0, now - since);
  if (age < HOUR) return words.minutes(Math.floor(age / MINUTE));
  return age < 2 * DAY ? words.hours(Math.floor(age / HOUR)) : words.days(Math.floor(age / DAY));
}
