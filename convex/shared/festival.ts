/**
 * The festival's settings and their calendar, as pure functions of them. The settings are in the database (`model/festival/festival.ts`);
 * no code names an edition, a date or a time zone.
 */

/** The days, as ISO dates, the last one included. Null: not set yet. */
export type Days = { firstDay: string | null; lastDay: string | null };
/** When it is, and where its clocks are. `timeZone` is an IANA name. */
export type Calendar = Days & { timeZone: string };
/** Whether one may sign up and buy. `signUpsFrom` and `signUpsUntil` count when sign-ups are `between`: festival time, `2030-01-31T18:00`. */
export type Doors = {
  signUps: "open" | "closed" | "between";
  signUpsFrom: string | null;
  signUpsUntil: string | null;
  sales: "open" | "closed";
};
/** What everybody is told. `until`: festival time, as above. `at`: when it was announced, in ms. */
export type Announcement = { text: string; until: string | null; at: number };
/** What screens show of the festival. */
export type Shown = {
  name: string;
  /** Such as `2030`; may be empty. */
  edition: string;
  supportEmail: string;
  /** Empty: there is none. */
  socialUrl: string;
  /** Where to get help on the ground; empty: no place is named. */
  helpPoint: string;
  /** The organisers' own line on the front page; may be empty. */
  line: string;
  accent: Accent;
  announcement: Announcement | null;
};
export type Festival = Shown & Calendar & Doors & { version: number };

/** The hot colour: pairs that were checked for contrast (`src/styles/accents.css`). */
export const accents = ["sunset", "orchid", "lagoon", "lime"] as const;
export type Accent = (typeof accents)[number];

/** What a deployment without settings has: the product's own name, and no days, so that nothing false is said. */
export const productName = "Festival Match";

/** The days of the festival, as dates in order. */
export function festivalDates({ firstDay, lastDay }: Days): string[] {
  if (firstDay === null || lastDay === null) return [];
  const dates = [];
  for (let at = Date.parse(firstDay); at <= Date.parse(lastDay); at += DAY) {
    dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}

/** Of these dates those that are days of the festival, in order. A chosen one may be of days that were moved since. */
export function onDays(days: Days, dates: readonly string[]): string[] {
  return festivalDates(days).filter((date) => dates.includes(date));
}

/** The hour, in festival time, at which a festival day ends and the next one begins. */
const TURN_HOUR = 4;
/** Phones are quiet from the end of a festival day until this hour: at four the last ones have gone to bed. */
const QUIET_UNTIL_HOUR = 10;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The date, `2030-01-31`, that clocks of a time zone show at an instant (ms since 1970). A night belongs to two dates. */
export function dateAt(timeZone: string, instant: number): string {
  return new Date(localTime(timeZone, instant)).toISOString().slice(0, 10);
}

/** An instant (ms since 1970) as clocks of a time zone show it, with how far they are from UTC: `2030-01-31T18:00:00+05:30`. */
export function isoTime(timeZone: string, instant: number): string {
  const local = localTime(timeZone, instant);
  const minutes = Math.round((local - instant) / 60_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${new Date(local).toISOString().slice(0, 19)}${offset}`;
}

/** The number of the festival day at the time `now` (ms since 1970). */
export function festivalDay(timeZone: string, now: number): number {
  return Math.floor((localTime(timeZone, now) - TURN_HOUR * HOUR) / DAY);
}

/** The time (ms since 1970) at which festival day `day` ends. */
export function endOfFestivalDay(timeZone: string, day: number): number {
  return instantOf(timeZone, (day + 1) * DAY + TURN_HOUR * HOUR);
}

/** When the quiet hours end that the time `now` (ms since 1970) is in; null outside of them. */
export function quietUntil(timeZone: string, now: number): number | null {
  const end = instantOf(timeZone, festivalDay(timeZone, now) * DAY + QUIET_UNTIL_HOUR * HOUR);
  return now < end ? end : null;
}

/** Before the first day, after the last one, or during; also `during` while no days are set. A night belongs to the day before. */
export function phaseOf(calendar: Calendar, now: number): "before" | "during" | "after" {
  const [start, end] = [startOf(calendar), endOf(calendar)];
  if (start !== null && now < start) return "before";
  return end !== null && now >= end ? "after" : "during";
}

/** When the first day begins (ms since 1970): at midnight. */
export function startOf({ timeZone, firstDay }: Calendar): number | null {
  return firstDay === null ? null : instantOf(timeZone, Date.parse(firstDay));
}

/** When the last day ends (ms since 1970): with its night. */
export function endOf({ timeZone, lastDay }: Calendar): number | null {
  return lastDay === null ? null : endOfFestivalDay(timeZone, Date.parse(lastDay) / DAY);
}

/** Whether somebody may sign up at a time: the organisers let them, and the festival is not over. */
export function maySignUp({ signUps, signUpsFrom, signUpsUntil, ...calendar }: Doors & Calendar, now: number): boolean {
  if (signUps === "closed" || phaseOf(calendar, now) === "after") return false;
  if (signUps === "open") return true;
  const [from, until] = [atFestival(calendar, signUpsFrom), atFestival(calendar, signUpsUntil)];
  return (from === null || now >= from) && (until === null || now < until);
}

/** Whether Gold and VIP are sold at a time: what is bought lasts until the end of the last day. */
export function maySell({ sales, ...calendar }: Pick<Doors, "sales"> & Calendar, now: number): boolean {
  return sales === "open" && phaseOf(calendar, now) !== "after";
}

/** The instant (ms since 1970) of a time as festival clocks show it, `2030-01-31T18:00`. */
export function atFestival({ timeZone }: Pick<Calendar, "timeZone">, local: string | null): number | null {
  return local === null ? null : instantOf(timeZone, Date.parse(`${local}Z`));
}

/** Whether a time as festival clocks show it is past; null never is. */
export function isPast(calendar: Pick<Calendar, "timeZone">, local: string | null, now: number): boolean {
  const instant = atFestival(calendar, local);
  return instant !== null && instant <= now;
}

/** What the clocks of a time zone show at an instant, as ms since 1970 as if they were in UTC. */
export function localTime(timeZone: string, instant: number): number {
  const shown = clockOf(timeZone).format(instant);
  const [, year, month, day, hour, minute, second] = (/(\d+)-(\d+)-(\d+)\D+(\d+):(\d+):(\d+)/.exec(shown) ?? []).map(
    Number,
  );
  return (
    Date.UTC(year ?? 1970, (month ?? 1) - 1, day, hour, minute, second) + (instant - Math.floor(instant / 1000) * 1000)
  );
}

/** Whether a text names a time zone that this machine knows. */
export function isTimeZone(text: string): boolean {
  try {
    clockOf(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The instant at which clocks show `local` (as `localTime` gives it). In the hour that summer time skips it is as much later, and of the hour that
 * comes twice it is the first.
 */
function instantOf(timeZone: string, local: number): number {
  const offsetAt = (instant: number) => localTime(timeZone, instant) - instant;
  // A day apart, the two offsets around a change of the clocks.
  const [before, after] = [offsetAt(local - DAY), offsetAt(local + DAY)];
  const early = local - before;
  return localTime(timeZone, early) === local
    ? early
    : local - (localTime(timeZone, local - after) === local ? after : before);
}

/** Making one is slow, so each time zone has one. */
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
