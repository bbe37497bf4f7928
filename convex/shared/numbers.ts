import { endOfFestivalDay, festivalDay, localTime } from "./festival";
import { dateIn } from "./festivalDefaults";
import { features, products } from "./prices";
import { recordOf } from "./records";
import { HOUR, MINUTE } from "./durations";

/** Everything that is counted, by hour and by day. Amounts in minor units. */
export const counters = [
  "signUps",
  /** Decisions on first profiles, and how many of those profiles waited up to this many minutes. */
  "approvals",
  "rejections",
  "waited5",
  "waited15",
  "waited60",
  "waited240",
  "waitedLonger",
  "swipes",
  "undos",
  "matches",
  "messages",
  "reports",
  /** Paid orders, including those to refund, and the sums paid. */
  ...features.flatMap((feature) => [`${products[feature].key}Sold`, `${products[feature].key}Amount`] as const),
  "refunds",
  "refundedAmount",
  /** Successes and failures of the services outside. */
  "mailsSent",
  "mailsFailed",
  "paymentsAnswered",
  "paymentsFailed",
] as const;

export type Counter = (typeof counters)[number];
export type Counts = Record<Counter, number>;

/** Returns the sum paid for all products, in minor units. */
export function salesOf(counts: Counts): number {
  return features.reduce((sum, feature) => sum + counts[`${products[feature].key}Amount`], 0);
}

/** The upper bounds of a first profile's wait, in minutes, inclusive. The last one counts all longer waits. */
const waits = [
  { counter: "waited5", minutes: 5 },
  { counter: "waited15", minutes: 15 },
  { counter: "waited60", minutes: 60 },
  { counter: "waited240", minutes: 240 },
  { counter: "waitedLonger", minutes: Infinity },
] as const satisfies { counter: Counter; minutes: number }[];

export function waitCounter(waited: number): Counter {
  return waits.find(({ minutes }) => waited <= minutes * MINUTE)?.counter ?? "waitedLonger";
}

/** Returns the bound (minutes) within which half of the profiles were decided. Infinity: longer than all bounds. Null: no profiles. */
export function medianWait(counts: Counts): number | null {
  const all = waits.reduce((sum, { counter }) => sum + counts[counter], 0);
  let sum = 0;
  for (const { counter, minutes } of waits) {
    sum += counts[counter];
    if (all > 0 && 2 * sum >= all) return minutes;
  }
  return null;
}

export function totalOf(all: readonly Partial<Counts>[]): Counts {
  const sum = (counter: Counter) => all.reduce((total, counts) => total + (counts[counter] ?? 0), 0);
  return recordOf(counters, sum);
}

/** Returns the hour at an instant in festival time: hours since 1970. */
export function localHour(timeZone: string, instant: number): number {
  return Math.floor(localTime(timeZone, instant) / HOUR);
}

/** Returns the festival day of a local hour. */
export function dayOfHour(hour: number): number {
  return festivalDay("UTC", hour * HOUR);
}

/** Returns the first local hour of a festival day. A day has 24. */
export function firstHourOf(day: number): number {
  return endOfFestivalDay("UTC", day - 1) / HOUR;
}

/** Formats a local hour: `2030-01-31T18:00`. */
export function hourText(hour: number): string {
  return new Date(hour * HOUR).toISOString().slice(0, 16);
}

/** Returns the date of a festival day. */
export function dayText(day: number): string {
  return new Date(day * 24 * HOUR).toISOString().slice(0, 10);
}

/** Returns the festival day of a date, or null if the text is not a date. */
export function dayOfText(date: string): number | null {
  return dateIn(date) === null ? null : Date.parse(date) / (24 * HOUR);
}
