/** The counts as organisers read them: a festival day by the hour, or all days. A few dozen rows, which change once a minute. */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { festivalDay } from "../../shared/festival";
import { limits } from "../../shared/limits";
import { dayOfText, dayText, firstHourOf, hourText, totalOf } from "../../shared/numbers";
import type { countedSpan, numbersNow } from "../../validators/numbers";
import { editionStart, calendarOf } from "../festival/festival";

/** Returns the hours of a festival day, or all days of this festival, in order. Omits those without events. `date`: null for all days. */
export async function readCounts(ctx: QueryCtx, date: string | null): Promise<Infer<typeof countedSpan>[]> {
  if (date === null) {
    // The day of an erasing belongs to the previous festival.
    const start = await editionStart(ctx);
    const erasingDay = start === 0 ? 0 : festivalDay((await calendarOf(ctx)).timeZone, start);
    const days = ctx.db.query("counts").withIndex("by_span_and_at", (q) => q.eq("span", "day").gt("at", erasingDay));
    return (await days.order("desc").take(limits.daysCounted)).reverse().map((row) => toSpan(row, dayText(row.at)));
  }
  const day = dayOfText(date) ?? fail("BAD_INPUT", "The day must be a date, such as 2030-01-31.");
  const first = firstHourOf(day);
  const next = firstHourOf(day + 1);
  const hours = ctx.db
    .query("counts")
    .withIndex("by_span_and_at", (q) => q.eq("span", "hour").gte("at", first).lt("at", next));
  return (await hours.take(next - first)).map((row) => toSpan(row, hourText(row.at)));
}

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
