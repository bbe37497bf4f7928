/**
 * When a festival closes, as pure functions of its days and the organisers' choice. First the closing is announced. Then the app
 * closes, and members can only download their data. Then everything but orders is erased. The static pages promise the same days.
 */
import { dateText } from "./clock.ts";
import { atFestival, dateAt, endOf, type Calendar } from "./festival.ts";
import { dateIn } from "./festivalDefaults.ts";
import { limits } from "./limits.ts";
import { DAY } from "./durations.ts";

/** The state of the app. erased: all members are deleted. */
export type AppState = "open" | "closed" | "erased";

/** The organisers' choices, and the steps already done. Times in ms. */
export type Chosen = {
  /** When this last day was saved. */
  since?: number;
  erasesOn?: string;
  isSooner?: true;
  announcedAt?: number;
};

/** When the next steps happen, in ms, and the day of the erasing as an ISO date. */
export type ClosingPlan = {
  announcesAt: number;
  stopsAt: number;
  erasesAt: number;
  erasesOn: string;
  /** The latest day that an organiser may choose. */
  latestDay: string;
  /** The time from which an organiser may start the erasing by hand. Null: the closing is not announced. */
  endableAt: number | null;
};

/**
 * Returns a festival's plan, or null without a last day: then nothing closes automatically. If the last day was already past when it was
 * saved, the day of saving counts instead. So a wrong year announces nothing for two weeks. The announcement comes at least a week before
 * the erasing, or a day if an organiser confirmed a sooner day.
 */
export function closingPlan(calendar: Calendar, chosen: Chosen = {}): ClosingPlan | null {
  const end = endOf(calendar);
  if (calendar.lastDay === null || end === null) return null;
  const { announcedAt, isSooner, since } = chosen;
  const savedOn = since === undefined ? "" : dateAt(calendar.timeZone, since);
  const effectiveLastDay = savedOn > calendar.lastDay ? savedOn : calendar.lastDay;
  const chosenDay = chosen.erasesOn ?? daysAfter(effectiveLastDay, limits.eraseDays);
  const notice = (days: number) => (announcedAt === undefined ? -Infinity : announcedAt + days * DAY);
  const erasesAt = Math.max(
    startOfErasing(calendar, chosenDay),
    notice(isSooner ? NOTICE_OF_SOONER : limits.downloadDays),
    end,
  );
  const stopsAt = Math.min(Math.max(erasesAt - limits.downloadDays * DAY, notice(1), end), erasesAt);
  return {
    announcesAt: Math.max(Math.min(erasesAt - limits.noticeDays * DAY, stopsAt - DAY), end),
    stopsAt,
    erasesAt,
    erasesOn: dateAt(calendar.timeZone, erasesAt),
    latestDay: daysAfter(effectiveLastDay, limits.eraseDaysMax),
    endableAt: announcedAt === undefined ? null : Math.max(notice(NOTICE_OF_SOONER), end),
  };
}

/** Returns the text that announces a closing to the members. */
export function closingText({ timeZone }: Calendar, { stopsAt, erasesOn }: ClosingPlan): string {
  const erases = writtenDate(erasesOn);
  return `The app closes on ${writtenDate(dateAt(timeZone, stopsAt))}. You can download your data from your profile until ${erases}. Then everything is deleted.`;
}

/** Returns why the erasing cannot be on this day, as a sentence, or null if it can. `latestDay`: the plan's. `now` in ms. */
export function closingDayError(
  day: string,
  { timeZone, lastDay }: Pick<Calendar, "timeZone" | "lastDay">,
  latestDay: string,
  now: number,
): string | null {
  if (dateIn(day) !== day) return "Please choose a day";
  if (day > latestDay) return `The privacy page promises ${writtenDate(latestDay)} at the latest.`;
  const isPast = day <= dateAt(timeZone, now) || (lastDay !== null && day <= lastDay);
  return isPast ? "Please choose a future day, after the festival" : null;
}

export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/** Formats a date, '20 January 2031'. */
export function writtenDate(date: string): string {
  return dateText(date, "date");
}

/** Days from the announcement to the earliest erasing that an organiser can confirm. */
const NOTICE_OF_SOONER = 1;
/** The hour of the erasing, when nobody uses the app. */
const AT_NIGHT = "T04:00";

function startOfErasing(calendar: Calendar, day: string): number {
  return atFestival(calendar, `${day}${AT_NIGHT}`) ?? Infinity;
}

/** True if the typed text is the festival's name. Typographic quotes, dashes and spaces count as their keyboard forms. */
export function isNameTyped(typed: string, name: string): boolean {
  return normalised(typed) === normalised(name);
}

function normalised(text: string): string {
  const signs = text
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/[\u201c\u201d]/g, '"');
  return signs
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}
