/** The one place that knows which festival this is. Nothing else names the edition or a date. */
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

/** The hour of the festival's night at which one day ends and the next begins. */
const TURN_HOUR = 4;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Number of the festival day that holds the instant `now` (ms since 1970). Days turn at 04:00 festival time. */
export function festivalDay(now: number): number {
  return Math.floor((now + festival.utcOffsetMinutes * 60_000 - TURN_HOUR * HOUR) / DAY);
}

/** The instant (ms since 1970) at which festival day `day` ends. */
export function endOfFestivalDay(day: number): number {
  return (day + 1) * DAY - festival.utcOffsetMinutes * 60_000 + TURN_HOUR * HOUR;
}
