import { currentFestival } from "../../lib/festival";
import { words } from "./words";

/** Making them is slow, so they are made once for the time zone that the festival is in. */
let formats: ReturnType<typeof formatsIn> | null = null;

function formatsNow() {
  const { timeZone } = currentFestival();
  if (formats?.timeZone !== timeZone) formats = formatsIn(timeZone);
  return formats;
}

function formatsIn(timeZone: string) {
  return {
    timeZone,
    day: new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }),
    date: new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "long", day: "numeric", month: "long" }),
    short: new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short" }),
    time: new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }),
  };
}

/** The calendar day of a time (ms since 1970) at the festival, as `2025-12-18`. */
export function dayOf(at: number): string {
  return formatsNow().day.format(at);
}

/** A day as its line in a thread says it, seen from `today`. */
export function dayLine(at: number, today: string): string {
  return recent(at, today) ?? formatsNow().date.format(at);
}

/** When, in a list: the time of today's, else the day. */
export function when(at: number, today: string): string {
  return dayOf(at) === today ? clock(at) : (recent(at, today) ?? formatsNow().short.format(at));
}

/** The time of day at the festival, as `21:05`. */
export function clock(at: number): string {
  return formatsNow().time.format(at);
}

function recent(at: number, today: string): string | null {
  const day = dayOf(at);
  if (day === today) return words.today;
  // Noon, so that a day that is shorter or longer is still one day.
  const yesterday = new Date(`${today}T12:00:00Z`).getTime() - 86_400_000;
  return day === new Date(yesterday).toISOString().slice(0, 10) ? words.yesterday : null;
}
