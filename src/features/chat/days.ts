import { useSyncExternalStore } from "react";
import { DAY } from "../../../convex/shared/durations";
import { dateAt } from "../../../convex/shared/festival";
import { timeText } from "../../lib/clock";
import { every } from "../../lib/events";
import { currentFestival } from "../../lib/festival";
import { words } from "./words";

/** Returns the calendar day of a time (ms since 1970) at the festival, as `2025-12-18`. */
export function dayOf(at: number): string {
  return dateAt(currentFestival().timeZone, at);
}

/** Returns the current day at the festival, live. */
export function useToday(): string {
  return useSyncExternalStore(
    (tick) => every(60_000, tick),
    () => dayOf(Date.now()),
  );
}

/** Returns the heading of a day in a thread, relative to `today`. */
export function dayLine(at: number, today: string): string {
  return relativeDay(at, today) ?? timeText(at, "longWeekday");
}

/** Returns the time for a list: the time of day if it is today, else the day. */
export function listTime(at: number, today: string): string {
  return dayOf(at) === today ? clock(at) : (relativeDay(at, today) ?? timeText(at, "shortDay"));
}

/** Returns the time of day at the festival, as `21:05`. */
export function clock(at: number): string {
  return timeText(at, "time");
}

function relativeDay(at: number, today: string): string | null {
  const day = dayOf(at);
  if (day === today) return words.today;
  // Noon, so a day of 23 or 25 hours still counts as one.
  const yesterday = new Date(`${today}T12:00:00Z`).getTime() - DAY;
  return day === new Date(yesterday).toISOString().slice(0, 10) ? words.yesterday : null;
}
