/** The festival. No other file names its edition or dates. */
export const festival = {
  name: "Festival Match",
  edition: 2025,
  timeZone: "Asia/Kolkata",
  /** Offset of the time zone from UTC, in minutes. India has no summer time. */
  utcOffsetMinutes: 330,
  firstDay: "2025-12-18",
  lastDay: "2025-12-21",
  supportEmail: "support@festivalmatch.app",
  socialUrl: "https://www.instagram.com/festivalmatch",
} as const;

/** The days of the festival, as dates in order. */
export const festivalDates: readonly string[] = datesBetween(festival.firstDay, festival.lastDay);

function datesBetween(first: string, last: string): string[] {
  const dates = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
    dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}

/** The hour, in festival time, at which a festival day ends and the next one begins. */
const TURN_HOUR = 4;
/** Phones are quiet from the end of a festival day until this hour: at four the last ones have gone to bed. */
const QUIET_UNTIL_HOUR = 10;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The number of the festival day at the time `now` (ms since 1970). */
export function festivalDay(now: number): number {
  return Math.floor((now + festival.utcOffsetMinutes * 60_000 - TURN_HOUR * HOUR) / DAY);
}

/** The time (ms since 1970) at which festival day `day` ends. */
export function endOfFestivalDay(day: number): number {
  return (day + 1) * DAY - festival.utcOffsetMinutes * 60_000 + TURN_HOUR * HOUR;
}

/** When the quiet hours end that the time `now` (ms since 1970) is in; null outside of them. */
export function quietUntil(now: number): number | null {
  const end = endOfFestivalDay(festivalDay(now) - 1) + (QUIET_UNTIL_HOUR - TURN_HOUR) * HOUR;
  return now < end ? end : null;
}
