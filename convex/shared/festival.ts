/**
 * The festival's settings and their calendar, as pure functions. The settings are in the database (`model/festival/festival.ts`). No
 * code names an edition, a date or a time zone.
 */
import { DAY, HOUR } from "./durations.ts";

/** The days, as ISO dates, both included. Null: not set yet. */
export type Days = { firstDay: string | null; lastDay: string | null };
/** The days and the time zone. `timeZone` is an IANA name. */
export type Calendar = Days & { timeZone: string };
/** Whether sign-ups and sales are open. `signUpsFrom` and `signUpsUntil` apply only to `between`. Festival time, `2030-01-31T18:00`. */
export type Availability = {
  signUps: "open" | "closed" | "between";
  signUpsFrom: string | null;
  signUpsUntil: string | null;
  sales: "open" | "closed";
};
/** An announcement. `until`: festival time, as above. `at`: when it was made, in ms. */
export type Announcement = { text: string; until: string | null; at: number };
/** The settings that screens show. */
export type Shown = {
  name: string;
  /** Such as `2030`. May be empty. */
  edition: string;
  supportEmail: string;
  /** Empty: none. */
  socialUrl: string;
  /** The help point at the festival. Empty: none. */
  helpPoint: string;
  /** The organisers' own line on the front page. May be empty. */
  line: string;
  accent: Accent;
  announcement: Announcement | null;
};
export type Festival = Shown & Calendar & Availability & { version: number };

/** The accent colours: pairs that were checked for contrast (`src/styles/accents.css`). */
export const accents = ["sunset", "orchid", "lagoon", "lime"] as const;
export type Accent = (typeof accents)[number];

/** The festival of a deployment without settings. It has the product's name, and no days, so that no screen shows wrong ones. */
export const productName = "Festival Match";

export function festivalDates({ firstDay, lastDay }: Days): string[] {
  if (firstDay === null || lastDay === null) return [];
  const dates = [];
  for (let at = Date.parse(firstDay); at <= Date.parse(lastDay); at += DAY) {
    dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}

/** Returns the dates that are days of the festival, in order. The festival's days may have moved since a member chose them. */
export function onDays(days: Days, dates: readonly string[]): string[] {
  return festivalDates(days).filter((date) => dates.includes(date));
}

/** The hour, in festival time, at which a festival day ends and the next one begins. */
const TURN_HOUR = 4;
/** Phones stay quiet from the end of a festival day, at four, until this hour. */
const QUIET_UNTIL_HOUR = 10;

/** Returns the date, `2030-01-31`, in a time zone at an instant (ms since 1970). A night spans two dates. */
export function dateAt(timeZone: string, instant: number): string {
  return new Date(localTime(timeZone, instant)).toISOString().slice(0, 10);
}

/** Formats an instant (ms since 1970) in a time zone, with the offset from UTC: `2030-01-31T18:00:00+05:30`. */
export function isoTime(timeZone: string, instant: number): string {
  const local = localTime(timeZone, instant);
  const minutes = Math.round((local - instant) / 60_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${new Date(local).toISOString().slice(0, 19)}${offset}`;
}

/** Returns the number of the festival day at `now` (ms since 1970). */
export function festivalDay(timeZone: string, now: number): number {
  return Math.floor((localTime(timeZone, now) - TURN_HOUR * HOUR) / DAY);
}

/** Returns when festival day `day` ends (ms since 1970). */
export function endOfFestivalDay(timeZone: string, day: number): number {
  return instantOf(timeZone, (day + 1) * DAY + TURN_HOUR * HOUR);
}

/** Returns when the current quiet hours end (ms since 1970), or null outside of them. */
export function quietUntil(timeZone: string, now: number): number | null {
  const end = instantOf(timeZone, festivalDay(timeZone, now) * DAY + QUIET_UNTIL_HOUR * HOUR);
  return now < end ? end : null;
}

/** Returns the festival's phase. `during` also while no days are set. A night belongs to the day before. */
export function phaseOf(calendar: Calendar, now: number): "before" | "during" | "after" {
  const start = startOf(calendar);
  const end = endOf(calendar);
  if (start !== null && now < start) return "before";
  return end !== null && now >= end ? "after" : "during";
}

/** Returns when the first day begins (ms since 1970): at midnight. */
export function startOf({ timeZone, firstDay }: Calendar): number | null {
  return firstDay === null ? null : instantOf(timeZone, Date.parse(firstDay));
}

/** Returns when the last day ends (ms since 1970), with its night. */
export function endOf({ timeZone, lastDay }: Calendar): number | null {
  return lastDay === null ? null : endOfFestivalDay(timeZone, Date.parse(lastDay) / DAY);
}

/** True if people may sign up at this time: sign-ups are open, and the festival is not over. */
export function maySignUp(
  { signUps, signUpsFrom, signUpsUntil, ...calendar }: Availability & Calendar,
  now: number,
): boolean {
  if (signUps === "closed" || phaseOf(calendar, now) === "after") return false;
  if (signUps === "open") return true;
  const from = atFestival(calendar, signUpsFrom);
  const until = atFestival(calendar, signUpsUntil);
  return (from === null || now >= from) && (until === null || now < until);
}

/** True if Gold and VIP are sold at this time: sales are open, and the last day is not over. */
export function maySell({ sales, ...calendar }: Pick<Availability, "sales"> & Calendar, now: number): boolean {
  return sales === "open" && phaseOf(calendar, now) !== "after";
}

/** Returns the instant (ms since 1970) of a festival time, `2030-01-31T18:00`. */
export function atFestival({ timeZone }: Pick<Calendar, "timeZone">, local: string | null): number | null {
  return local === null ? null : instantOf(timeZone, Date.parse(`${local}Z`));
}

/** True if a festival time is past. False for null. */
export function isPast(calendar: Pick<Calendar, "timeZone">, local: string | null, now: number): boolean {
  const instant = atFestival(calendar, local);
  return instant !== null && instant <= now;
}

/** Returns the local time of a time zone at an instant, as ms since 1970 as if it were UTC. */
export function localTime(timeZone: string, instant: number): number {
  const shown = clockOf(timeZone).format(instant);
  const [, year, month, day, hour, minute, second] = (/(\d+)-(\d+)-(\d+)\D+(\d+):(\d+):(\d+)/.exec(shown) ?? []).map(
    Number,
  );
  return (
    Date.UTC(year ?? 1970, (month ?? 1) - 1, day, hour, minute, second) + (instant - Math.floor(instant / 1000) * 1000)
  );
}

export function isTimeZone(text: string): boolean {
  try {
    clockOf(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the instant of a local time (in the form of `localTime`). A time that summer time skips moves forward by the skipped span. For a
 * time that occurs twice, returns the first.
 */
function instantOf(timeZone: string, local: number): number {
  const offsetAt = (instant: number) => localTime(timeZone, instant) - instant;
  // The offsets a day before and a day after, on both sides of a clock change.
  const before = offsetAt(local - DAY);
  const after = offsetAt(local + DAY);
  const early = local - before;
  return localTime(timeZone, early) === local
    ? early
    : local - (localTime(timeZone, local - after) === local ? after : before);
}

/** Cached: making a format is slow. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const parts = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  } as const;
  // en-CA writes a date as 2030-01-31.
  const clock = new Intl.DateTimeFormat("en-CA", { timeZone, hourCycle: "h23", ...parts });
  clocks.set(timeZone, clock);
  return clock;
}
