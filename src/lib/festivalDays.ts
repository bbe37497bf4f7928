import { dateText } from "../../convex/shared/clock";
import { festivalDates, onDays, type Days } from "../../convex/shared/festival";

/** A date of the festival as people say it, "Thu 18". */
export function dayName(date: string): string {
  return dateText(date, "weekday");
}

/** Some days of the festival, "Thu 18, Fri 19", or null for none. `all`: the text for all of them. */
export function dayNames(festival: Days, dates: readonly string[], all: string): string | null {
  const days = onDays(festival, dates);
  if (days.length === 0) return null;
  return days.length === festivalDates(festival).length ? all : days.map(dayName).join(", ");
}

/** A date in a sentence, "21 December". */
export function longDay(date: string): string {
  return dateText(date, "longDay");
}
