/** Times and dates for people, always in one time zone and in 24 hours. */
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const shapes = {
  time: clock,
  dayTime: { day: "numeric", month: "short", ...clock },
  longDayTime: { day: "numeric", month: "long", ...clock },
  dateTime: { day: "numeric", month: "long", year: "numeric", ...clock },
  weekday: { weekday: "short", day: "numeric" },
  shortDay: { day: "numeric", month: "short" },
  weekdayMonth: { weekday: "short", day: "numeric", month: "short" },
  longWeekday: { weekday: "long", day: "numeric", month: "long" },
  longDay: { day: "numeric", month: "long" },
  date: { day: "numeric", month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * The shapes of a time: `time` 18:05 · `dayTime` 18 Dec, 18:05 · `longDayTime` 18 December at 18:05 · `dateTime` 18 December 2031 at 18:05 ·
 * `weekday` Thu 18 · `shortDay` 18 Dec · `weekdayMonth` Thu 18 Dec · `longWeekday` Thursday 18 December · `longDay` 18 December ·
 * `date` 18 December 2031.
 */
export type ClockShape = keyof typeof shapes;

/** Formats an instant (ms since 1970) in a time zone. */
export function clockText(instant: number, shape: ClockShape, timeZone: string): string {
  return formatOf(shape, timeZone)
    .format(instant)
    .replace(/^(\w{3}),/, "$1");
}

/** Formats an ISO date, which has no time and no zone. */
export function dateText(date: string, shape: ClockShape): string {
  return clockText(Date.parse(date), shape, "UTC");
}

/** Formats two ISO dates as one span, '18–21 Dec'. */
export function spanText(first: string, last: string, shape: ClockShape): string {
  // British English puts spaces around the dash.
  const format = new Intl.DateTimeFormat("en-IN", { ...shapes[shape], timeZone: "UTC" });
  return format.formatRange(Date.parse(first), Date.parse(last));
}

/** Cached: making a format is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(shape: ClockShape, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...shapes[shape], timeZone });
  formats.set(key, format);
  return format;
}
