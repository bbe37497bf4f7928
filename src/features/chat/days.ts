import { dateAt } from "../../../convex/shared/festival";
import { timeText } from "../../lib/clock";
import { currentFestival } from "../../lib/festival";
import { words } from "./words";

/** The calendar day of a time (ms since 1970) at the festival, as `2025-12-18`. */
export function dayOf(at: number): string {
  return dateAt(currentFestival().timeZone, at);
}

/** A day as its line in a thread says it, seen from `today`. */
export function dayLine(at: number, today: string): string {
  return recent(at, today) ?? timeText(at, "longWeekday");
}

/** When, in a list: the time of today's, else the day. */
export function when(at: number, today: string): string {
  return dayOf(at) === today ? clock(at) : (recent(at, today) ?? timeText(at, "shortDay"));
}

/** The time of day at the festival, as `21:05`. */
export function clock(at: number): string {
  return timeText(at, "time");
}

function recent(at: number, today: string): string | null {
  const day = dayOf(at);
  if (day === today) return words.today;
  // Noon, so that a day that is shorter or longer is still one day.
  const yesterday = new Date(`${today}T12:00:00Z`).getTime() - 86_400_000;
  return day === new Date(yesterday).toISOString().slice(0, 10) ? words.yesterday : null;
}
