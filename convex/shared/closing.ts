/**
 * When a festival is closed, as pure functions of its days and of what organisers chose: first it is announced, then the app closes
 * and members can only download their data, then everything but orders is erased. The static pages promise the same days.
 */
import { atFestival, dateAt, endOf, type Calendar } from "./festival.ts";
import { limits } from "./limits.ts";

/** How far the app is with its end. erased: there is nobody in it any more. */
export type AppState = "open" | "closed" | "erased";

/** What organisers chose, and what is done. Times in ms. */
export type Chosen = {
  erasesOn?: string;
  downloadDays?: number;
  isSooner?: true;
  announcedAt?: number;
};

/** When the next things happen, in ms, and the day of the erasing as an ISO date. */
export type ClosingPlan = {
  announcesAt: number;
  stopsAt: number;
  erasesAt: number;
  erasesOn: string;
  /** No organiser may choose a later day. */
  latestDay: string;
  downloadDays: number;
};

/**
 * The plan of a festival; null without a last day: nothing closes by itself then. By itself nothing is erased that was not announced for
 * as long as data can be downloaded at least, whatever the days say: a wrong year in the settings must not cost anybody their data.
 */
export function closingPlan(calendar: Calendar, chosen: Chosen = {}): ClosingPlan | null {
  const end = endOf(calendar);
  if (calendar.lastDay === null || end === null) return null;
  const { announcedAt, isSooner, downloadDays = limits.downloadDays } = chosen;
  const chosenDay = chosen.erasesOn ?? daysAfter(calendar.lastDay, limits.eraseDays);
  const notice = (days: number) => (announcedAt === undefined || isSooner ? -Infinity : announcedAt + days * DAY);
  const erasesAt = Math.max(startOfErasing(calendar, chosenDay), notice(limits.downloadDays), end);
  const stopsAt = Math.min(Math.max(erasesAt - downloadDays * DAY, notice(1), end), erasesAt);
  return {
    announcesAt: Math.max(Math.min(erasesAt - limits.noticeDays * DAY, stopsAt - DAY), end),
    stopsAt,
    erasesAt,
    erasesOn: dateAt(calendar.timeZone, erasesAt),
    latestDay: daysAfter(calendar.lastDay, limits.eraseDaysMost),
    downloadDays,
  };
}

/** The date so many days after another one, ISO both. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/** A date as people write it, '20 January 2031'. */
export function writtenDate(date: string): string {
  const shape = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-IN", shape).format(new Date(date));
}

const DAY = 86_400_000;
/** When everybody sleeps. */
const AT_NIGHT = "T04:00";

function startOfErasing(calendar: Calendar, day: string): number {
  return atFestival(calendar, `${day}${AT_NIGHT}`) ?? Infinity;
}

/** Whether somebody typed this name of a festival. Quotes, dashes and blanks are as good as those that a keyboard makes of them. */
export function isNameTyped(typed: string, name: string): boolean {
  return plain(typed) === plain(name);
}

function plain(text: string): string {
  const signs = text
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/[\u201c\u201d]/g, '"');
  return signs
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}
