/** The festival's settings and its closing. Each rule reads only the part it needs, so other changes do not rerun its queries. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { GenericDatabaseReader } from "convex/server";
import type { Infer } from "convex/values";
import type { DataModel, Doc, Id } from "../../_generated/dataModel";
import { type MutationCtx, env } from "../../_generated/server";
import {
  isPast,
  maySell,
  maySignUp,
  type Calendar,
  type Availability,
  type Festival,
  type Shown,
} from "../../shared/festival";
import { closingPlan, closingText } from "../../shared/closing";
import { festivalFrom } from "../../shared/festivalDefaults";
import type { mailHost } from "../../validators/festival";
import { MINUTE } from "../../shared/durations";
import { fail } from "../../shared/errors";
import { isMember } from "../rows/knownStatus";

/** The part of `ctx` that guards have. */
type Ctx = { db: GenericDatabaseReader<DataModel> };

type Details = Shown & { version: number };

export async function calendarOf({ db }: Ctx): Promise<Calendar> {
  return calendarIn((await db.query("festivalCalendar").first()) ?? fromEnvironment());
}

async function availabilityOf({ db }: Ctx): Promise<Availability> {
  return availabilityIn((await db.query("festivalAvailability").first()) ?? fromEnvironment());
}

/** Returns the settings that screens and mails show, and their version. */
export async function festivalDetailsOf({ db }: Ctx): Promise<Details> {
  return detailsIn((await db.query("festival").first()) ?? fromEnvironment());
}

export async function mailHostOf(ctx: Ctx): Promise<Infer<typeof mailHost>> {
  const { name, supportEmail } = await festivalDetailsOf(ctx);
  return { name, supportEmail, timeZone: (await calendarOf(ctx)).timeZone };
}

export async function isOpenForSignUps(ctx: MutationCtx): Promise<boolean> {
  // Days from the environment can change during the erasing.
  return (
    maySignUp({ ...(await calendarOf(ctx)), ...(await availabilityOf(ctx)) }, Date.now()) && !(await isClosed(ctx))
  );
}

export async function isSelling(ctx: MutationCtx): Promise<boolean> {
  return maySell({ ...(await calendarOf(ctx)), ...(await availabilityOf(ctx)) }, Date.now());
}

/** Returns the announcement made at a time (ms), while it is current. That of a closing stays so, whatever is announced later. */
export async function currentAnnouncement(
  ctx: MutationCtx,
  at: number,
): Promise<{ text: string; isClosing: boolean } | null> {
  const [calendar, { announcement }] = await Promise.all([calendarOf(ctx), festivalDetailsOf(ctx)]);
  const closing = await ctx.db.query("closings").order("desc").first();
  if (closing?.announcedAt === at && closing.lastDay === calendar.lastDay) {
    const plan = closingPlan(calendar, closing);
    if (plan === null) return null;
    return { text: closingText(calendar, { ...plan, stopsAt: closing.stoppedAt ?? plan.stopsAt }), isClosing: true };
  }
  if (announcement?.at !== at || isPast(calendar, announcement.until, Date.now())) return null;
  return { text: announcement.text, isClosing: false };
}

export async function festivalOf(ctx: Ctx): Promise<Festival> {
  const [details, calendar, availability] = await Promise.all([
    festivalDetailsOf(ctx),
    calendarOf(ctx),
    availabilityOf(ctx),
  ]);
  return { ...details, ...calendar, ...availability };
}

/** Returns when this festival's figures begin (ms since 1970): when the last erasing ended, or 0 for the first festival. */
export async function editionStart(ctx: Ctx): Promise<number> {
  const { lastDay } = await calendarOf(ctx);
  const closings = await ctx.db.query("closings").order("desc").take(CLOSINGS);
  return Math.max(0, ...closings.filter((closing) => closing.lastDay !== lastDay).map(({ doneAt = 0 }) => doneAt));
}

/** True once the app is closed. Reads nothing that changes before then, so it never makes a deck rerun. */
export async function isClosed({ db }: Ctx): Promise<boolean> {
  const stopped = db.query("closings").withIndex("by_stoppedAt", (q) => q.gt("stoppedAt", 0));
  return (await stopped.first()) !== null;
}

/** True if a user can open matches, messages and likes: a member, until the app closes. */
export async function canUseApp(ctx: Ctx, user: Doc<"users">): Promise<boolean> {
  return isMember(user) && !(await isClosed(ctx));
}

export async function failIfClosed(ctx: Ctx): Promise<void> {
  if (await isClosed(ctx)) failClosed();
}

export function failClosed(): never {
  fail("CLOSED", "The app is closed. You can still download your data or delete your account.");
}

/**
 * Call before staff save rows that an erasing deletes. Throws while it erases or searches, and until its second search has ended, because
 * that would delete them.
 */
export async function failWhileErasing(ctx: Ctx): Promise<void> {
  const closing = await ctx.db.query("closings").order("desc").first();
  const run = closing && (await erasureRunOf(ctx, closing._id));
  if (run === null) return;
  const { doneAt = Infinity } = closing ?? {};
  const isSearchedAgain = (run.proof?.at ?? 0) > doneAt || Date.now() >= doneAt + SECOND_SEARCH_MS;
  if (run.phase !== "done" || !isSearchedAgain)
    fail("ALREADY_DECIDED", "Everything is being erased, and this would be too. Try again in half an hour.");
}

/** Returns the progress of a closing's erasing, or null before it begins. */
export async function erasureRunOf({ db }: Ctx, closing: Id<"closings">): Promise<Doc<"erasureRuns"> | null> {
  return await getOneFrom(db, "erasureRuns", "by_closing", closing);
}

/** More festivals than a deployment ever runs. */
const CLOSINGS = 50;
/** Within this time the second search has ended. */
const SECOND_SEARCH_MS = 30 * MINUTE;

export function calendarIn({ timeZone, firstDay, lastDay }: Calendar): Calendar {
  return { timeZone, firstDay, lastDay };
}

export function availabilityIn({ signUps, signUpsFrom, signUpsUntil, sales }: Availability): Availability {
  return { signUps, signUpsFrom, signUpsUntil, sales };
}

export function detailsIn(row: Details): Details {
  const { name, edition, supportEmail, socialUrl, helpPoint, line, accent, announcement, version } = row;
  return { name, edition, supportEmail, socialUrl, helpPoint, line, accent, announcement, version };
}

function fromEnvironment(): Festival {
  return festivalFrom(env);
}
