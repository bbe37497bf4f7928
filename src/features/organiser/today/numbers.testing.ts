import { festivalDay } from "../../../../convex/shared/festival";
import { dayText, firstHourOf, hourText, totalOf, type Counts } from "../../../../convex/shared/numbers";
import { festival } from "../../../testing/festival";
import type { Now, Span } from "./useNumbers";

export const today = dayText(festivalDay(festival.timeZone, Date.now()));

export function span(from: string, counts: Partial<Counts>, people = 0): Span {
  return { from, counts: totalOf([counts]), people };
}

/** Hours of today, each busier than the one before. */
export function busyHours(): Span[] {
  const first = firstHourOf(festivalDay(festival.timeZone, Date.now()));
  return Array.from({ length: 24 }, (_, i) =>
    span(
      hourText(first + i),
      {
        ...{ signUps: 3 * i, approvals: 2 * i, rejections: i, waited5: i, waited15: i, waited60: i },
        ...{ swipes: 1_000 * i * i, undos: i, matches: 40 * i, messages: 900 * i, reports: i % 3 },
        ...{ goldSold: i, goldAmount: 9900 * i, vipSold: 1, vipAmount: 5000, refunds: i % 2, mailsSent: 5 * i },
      },
      100 * i,
    ),
  );
}

export function now(more: Partial<Now> = {}): Now {
  const hour = 3_600_000;
  return {
    since: Date.now() - 50 * hour,
    people: 1_234,
    mailsWaiting: 3,
    profilesWaiting: 12,
    oldestProfile: Date.now() - 25 * 60_000,
    ...more,
  };
}
