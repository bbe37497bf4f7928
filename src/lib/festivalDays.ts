import { dateText } from "../../convex/shared/clock";
import { festivalDates, onDays, type Days } from "../../convex/shared/festival";

/** Formats a date as "Thu 18". */
export function dayName(date: string): string {
  return dateText(date, "weekday");
}

/** Formats days as "Thu 18, Fri 19". Null: none. `all`: the text for all days of the festival. */
export function dayNames(festival: Days, dates: readonly string[], all: string): string | null {
  const days = onDays(festival, dates);
  if (days.length === 0) return null;
  return days.length === festivalDates(festival).length ? all : days.map(dayName).join(", ");
}

/** Formats a date for a sentence, as "21 December". */
export function longDay(date: string): string {
  return dateText(date, "longDay");
}
