/** The counts as organisers read them: a festival day by the hour, or all days. A few dozen rows, which change once a minute. */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { dayOfHour, dayOfText, dayText, firstHourOf, hourText, localHour, totalOf } from "../../shared/numbers";
import type { countedSpan, numbersNow } from "../../validators/numbers";
import { editionStart, calendarOf } from "../festival/festival";

/** Returns the hours of a festival day, or all days, in order, from this festival's beginning. Omits those without events. `date`: null for all days. */
export async function readCounts(ctx: QueryCtx, date: string | null): Promise<Infer<typeof countedSpan>[]> {
  const start = await editionStart(ctx);
  // The hour of an erasing belongs to the previous festival, and so do the hours before.
  const first = start === 0 ? 0 : localHour((await calendarOf(ctx)).timeZone, start) + 1;
  if (date !== null) {
    const day = dayOfText(date) ?? fail("BAD_INPUT", "The day must be a date, such as 2030-01-31.");
    return (await hoursOf(ctx, day, first)).map((row) => toSpan(row, hourText(row.at)));
  }
  const firstDay = dayOfHour(first);
  const days = ctx.db.query("counts").withIndex("by_span_and_at", (q) => q.eq("span", "day").gt("at", firstDay));
  const spans = (await days.order("desc").take(limits.daysCounted))
    .reverse()
    .map((row) => toSpan(row, dayText(row.at)));
  const hours = await hoursOf(ctx, firstDay, first);
  const people = Math.max(0, ...hours.map((hour) => hour.people));
  const begun = { from: dayText(firstDay), counts: totalOf(hours.map(({ counts }) => counts)), people };
  return hours.length === 0 ? spans : [begun, ...spans];
}

/** Returns the counted hours of a festival day, from hour `first` on. */
async function hoursOf(ctx: QueryCtx, day: number, first: number): Promise<Doc<"counts">[]> {
  const [from, next] = [Math.max(firstHourOf(day), first), firstHourOf(day + 1)];
  const hours = ctx.db
    .query("counts")
    .withIndex("by_span_and_at", (q) => q.eq("span", "hour").gte("at", from).lt("at", next));
  return await hours.take(HOURS);
}

const HOURS = 24;

export async function readNow(ctx: QueryCtx): Promise<Infer<typeof numbersNow>> {
  const row = await ctx.db.query("numbersNow").first();
  const { since = null, people = 0, mailsWaiting = 0, profilesWaiting = 0, oldestProfile = null } = row ?? {};
  const { codesWaiting = 0, oldestCode = null } = row ?? {};
  const begun = since === null ? null : Math.max(since, await editionStart(ctx));
  return { since: begun, people, mailsWaiting, codesWaiting, oldestCode, profilesWaiting, oldestProfile };
}

function toSpan({ counts, people }: Doc<"counts">, from: string): Infer<typeof countedSpan> {
  return { from, counts: totalOf([counts]), people };
}
