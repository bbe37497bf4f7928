import { dateText } from "../../../../convex/shared/clock";

const exactFormat = new Intl.NumberFormat("en-IN");
const compactFormat = new Intl.NumberFormat("en-IN", { notation: "compact", maximumFractionDigits: 1 });

/** Returns a count as "12,345". */
export function countText(count: number): string {
  return exactFormat.format(count);
}

/** Returns a short count, such as "12K", for the edge of a chart. */
export function shortCount(count: number): string {
  return compactFormat.format(count);
}

/** Returns an hour as "18:00", a date as "31 Jan". */
export function fromText(from: string): string {
  return from.includes("T") ? from.slice(11) : dateText(from, "shortDay");
}

/** Returns a date as "Fri 31 Jan". */
export function dayText(day: string): string {
  return dateText(day, "weekdayMonth");
}

/** Returns an age as "less than a minute", "1 minute", "4 hours", "2 days". */
export function ageText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return units(minutes, "minute");
  return minutes < 48 * 60 ? units(Math.floor(minutes / 60), "hour") : units(Math.floor(minutes / 1_440), "day");
}

function units(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
