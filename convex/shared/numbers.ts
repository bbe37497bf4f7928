import { endOfFestivalDay, festivalDay, localTime } from "./festival";

/** What is counted, by the hour and by the day. Amounts in minor units. */
export const counters = [
  "signUps",
  /** Decisions on first profiles, and how many of these profiles waited up to so many minutes for theirs. */
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
  /** Paid orders, also those that have to be refunded, and what was paid. */
  "goldSold",
  "goldAmount",
  "vipSold",
  "vipAmount",
  "refunds",
  "refundedAmount",
  /** Answers and failures of the services outside. */
  "mailsSent",
  "mailsFailed",
  "paymentsAnswered",
  "paymentsFailed",
] as const;

export type Counter = (typeof counters)[number];
export type Counts = Record<Counter, number>;

/** How long a first profile waited for its decision, in minutes up to and with; the last one is all that took longer. */
const waits = [
  { counter: "waited5", minutes: 5 },
  { counter: "waited15", minutes: 15 },
  { counter: "waited60", minutes: 60 },
  { counter: "waited240", minutes: 240 },
  { counter: "waitedLonger", minutes: Infinity },
] as const satisfies { counter: Counter; minutes: number }[];

/** The counter of a wait, in ms. */
export function waitCounter(waited: number): Counter {
  return waits.find(({ minutes }) => waited <= minutes * MINUTE)?.counter ?? "waitedLonger";
}

/** Within how many minutes half of the profiles had their decision; Infinity: it took longer than is told apart. Null: there was none. */
export function medianWait(counts: Counts): number | null {
  const all = waits.reduce((sum, { counter }) => sum + counts[counter], 0);
  let sum = 0;
  for (const { counter, minutes } of waits) {
    sum += counts[counter];
    if (all > 0 && 2 * sum >= all) return minutes;
  }
  return null;
}

/** Several counts in one: sums. */
export function totalOf(all: readonly Partial<Counts>[]): Counts {
  const sum = (counter: Counter) => all.reduce((total, counts) => total + (counts[counter] ?? 0), 0);
  return Object.fromEntries(counters.map((counter) => [counter, sum(counter)])) as Counts;
}

/** The hour at an instant, as festival clocks show it: hours since 1970. */
export function localHour(timeZone: string, instant: number): number {
  return Math.floor(localTime(timeZone, instant) / HOUR);
}

/** The festival day that such an hour belongs to. */
export function dayOfHour(hour: number): number {
  return festivalDay("UTC", hour * HOUR);
}

/** The first such hour of a festival day. It has 24. */
export function firstHourOf(day: number): number {
  return endOfFestivalDay("UTC", day - 1) / HOUR;
}

/** Such an hour as festival clocks show it: `2030-01-31T18:00`. */
export function hourText(hour: number): string {
  return new Date(hour * HOUR).toISOString().slice(0, 16);
}

/** The date of a festival day. */
export function dayText(day: number): string {
  return new Date(day * 24 * HOUR).toISOString().slice(0, 10);
}

/** The festival day of a date; null: it is no date. */
export function dayOfText(date: string): number | null {
  const at = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : NaN;
  return Number.isNaN(at) ? null : at / (24 * HOUR);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
