/**
 * Closing a festival: announcing it, closing the app, erasing. It happens automatically, on the days of the plan (`shared/closing.ts`). An
 * organiser may choose other days, or start early. For the erasing and its proof see `closing/erasing.ts`.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { closingDayError, closingPlan, closingText, isNameTyped, writtenDate } from "../../shared/closing";
import { fail } from "../../shared/errors";
import { localTime, phaseOf, type Calendar } from "../../shared/festival";
import { followDays, planOf } from "../settings/closingDays";
import { beginErasing, resumeErasing, searchAgain } from "./erasing";
import { calendarOf, festivalDetailsOf } from "../festival/festival";
import { countMailToAll } from "../settings/announcement";
import { announceAs } from "../settings/changes";
import { recordIncident } from "../incidents";
import { failUnproven } from "../staff/proof";

type Closing = Doc<"closings">;
/** The organiser who acts. Null: the deployment itself, or the command line. */
type Actor = Doc<"users"> | null;
/** `day`: the chosen day. `seen`: the day on the organiser's screen. ISO dates. */
export type Choice = { day: string; seen: string };

/**
 * Chooses another day. Refuses if it changed after `seen` was shown. A sooner day is announced at once and needs the password:
 * `isConfirmed`. A later day corrects the current announcement and mails nobody.
 */
export async function chooseDay(
  ctx: MutationCtx,
  actor: Actor,
  { day, seen }: Choice,
  isConfirmed: boolean,
): Promise<void> {
  const { calendar, closing, plan } = await changeablePlan(ctx);
  if (seen !== plan.erasesOn)
    fail(
      "ALREADY_DECIDED",
      `The day was changed to ${writtenDate(plan.erasesOn)} in the meantime. Check it and choose again.`,
    );
  const error = closingDayError(day, calendar, plan.latestDay, Date.now());
  if (error !== null) fail("BAD_INPUT", error);
  const isSooner = day < plan.erasesOn;
  if (isSooner && !isConfirmed) failUnproven();
  const chosen = { ...closing, erasesOn: day, isSooner: isSooner ? (true as const) : undefined };
  const isOpen = (closingPlan(calendar, chosen)?.stopsAt ?? 0) > Date.now();
  const changed = await saveClosing(ctx, calendar, closing, { ...chosen, ...(isOpen && { stoppedAt: undefined }) });
  await recordIncident(ctx, "closingPlanned", actorField(actor));
  if (isSooner) await announceToAll(ctx, actor, changed);
  else if (closing?.announcedAt !== undefined) await correctAnnouncement(ctx, actor, changed);
}

/** Chooses a sooner day. The organiser has proven who they are and typed the festival's name. */
export async function chooseSooner(ctx: MutationCtx, actor: Actor, choice: Choice, name: string): Promise<void> {
  await checkName(ctx, name);
  await chooseDay(ctx, actor, choice, true);
}

/**
 * Announces the closing to everybody now. Throws if it has already been announced: a second announcement would mail everybody twice and
 * delay the erasing by a week.
 */
export async function announceClosing(ctx: MutationCtx, actor: Actor): Promise<void> {
  const { calendar, closing } = await changeablePlan(ctx);
  if (closing?.announcedAt !== undefined) fail("ALREADY_DECIDED", "It has already been announced");
  if (actor !== null) await countMailToAll(ctx);
  await announceToAll(ctx, actor, await saveClosing(ctx, calendar, closing, {}));
}

/** Closes the app now. Visitors see a thank-you, and can download their data or delete their account. */
export async function stopApp(ctx: MutationCtx, actor: Actor, name: string): Promise<void> {
  const { calendar, closing } = await changeablePlan(ctx);
  await checkFestivalOver(calendar);
  if (closing?.stoppedAt !== undefined) fail("ALREADY_DECIDED", "The app is already closed");
  await checkName(ctx, name);
  await recordStop(ctx, actor, calendar, closing);
}

/** Erases everything now, whatever day was chosen. Organisers must wait a day after the announcement. */
export async function eraseNow(ctx: MutationCtx, actor: Actor, name: string): Promise<void> {
  const { calendar, closing, plan } = await changeablePlan(ctx);
  await checkFestivalOver(calendar);
  // The command line's key can delete every table anyway, so waiting protects nothing there.
  if (actor !== null && Date.now() < (plan.endableAt ?? Infinity)) {
    fail("BAD_INPUT", "You can delete the accounts a day after everyone was told.");
  }
  await checkName(ctx, name);
  await startErasing(ctx, actor, calendar, closing);
}

/** Runs the steps that are due by the plan. Called every quarter of an hour. */
export async function runDueSteps(ctx: MutationCtx): Promise<void> {
  await followDays(ctx);
  const { calendar, closing, plan } = await planOf(ctx);
  if (plan === null || closing?.doneAt !== undefined) return;
  const now = Date.now();
  if (closing?.startedAt !== undefined) return await resumeErasing(ctx, closing._id);
  if (closing?.announcedAt === undefined) {
    if (now >= plan.announcesAt) await announceClosing(ctx, null);
    return;
  }
  if (now >= plan.erasesAt) await startErasing(ctx, null, calendar, closing);
  else if (now >= plan.stopsAt && closing.stoppedAt === undefined) await recordStop(ctx, null, calendar, closing);
}

/** Counts and searches again, after the erasing. Throws once a second search has found nothing. */
export async function proveAgain(ctx: MutationCtx): Promise<void> {
  const { closing } = await planOf(ctx);
  if (closing?.doneAt === undefined) fail("BAD_INPUT", "Nothing has been erased yet");
  const isSearching = await searchAgain(ctx, closing._id);
  if (!isSearching) fail("ALREADY_DECIDED", "Nothing was found, and the values to search for are deleted");
}

async function recordStop(ctx: MutationCtx, actor: Actor, calendar: Calendar, closing: Closing | null): Promise<void> {
  await saveClosing(ctx, calendar, closing, { stoppedAt: Date.now() });
  await recordIncident(ctx, "appClosed", actorField(actor));
}

async function startErasing(
  ctx: MutationCtx,
  actor: Actor,
  calendar: Calendar,
  closing: Closing | null,
): Promise<void> {
  if (closing?.startedAt !== undefined) fail("ALREADY_DECIDED", "Erasing has already begun");
  const now = Date.now();
  const { _id } = await saveClosing(ctx, calendar, closing, { startedAt: now, stoppedAt: closing?.stoppedAt ?? now });
  await recordIncident(ctx, "erasingStarted", actorField(actor));
  await beginErasing(ctx, _id);
}

/** Announces the closing in every open app, by mail and by notification. The notice period begins. */
async function announceToAll(ctx: MutationCtx, actor: Actor, closing: Closing): Promise<void> {
  const at = Date.now();
  await ctx.db.patch("closings", closing._id, { announcedAt: at });
  await announceAs(ctx, actor, {
    ...(await announcementOf(ctx, { ...closing, announcedAt: at })),
    at,
    mail: true,
    push: true,
  });
  await recordIncident(ctx, "closingAnnounced", actorField(actor));
}

/** Puts a later day into the announcement while it is shown, and into its queued mails. */
async function correctAnnouncement(ctx: MutationCtx, actor: Actor, closing: Closing): Promise<void> {
  const at = closing.announcedAt;
  if (at === undefined || (await festivalDetailsOf(ctx)).announcement?.at !== at) return;
  await announceAs(ctx, actor, { ...(await announcementOf(ctx, closing)), at, mail: false, push: false });
}

/** Returns the announcement of a closing, and when it ends (festival time). */
async function announcementOf(ctx: QueryCtx, closing: Closing): Promise<{ text: string; until: string }> {
  const calendar = await calendarOf(ctx);
  const plan = closingPlan(calendar, closing);
  if (plan === null) fail("BAD_INPUT", NO_DAYS);
  return {
    text: closingText(calendar, plan),
    until: new Date(localTime(calendar.timeZone, plan.erasesAt)).toISOString().slice(0, 16),
  };
}

const NO_DAYS = "Please save the festival's days first";

/** Returns the plan for a change. Throws without festival days, or once the erasing has begun. */
async function changeablePlan(ctx: MutationCtx) {
  const { plan, ...rest } = await planOf(ctx);
  if (plan === null) fail("BAD_INPUT", NO_DAYS);
  if (rest.closing?.startedAt !== undefined) fail("ALREADY_DECIDED", "Erasing has already begun");
  return { ...rest, plan };
}

async function saveClosing(
  ctx: MutationCtx,
  calendar: Calendar,
  closing: Closing | null,
  change: Partial<Closing>,
): Promise<Closing> {
  const fields = { lastDay: String(calendar.lastDay), since: Date.now() };
  const id = closing?._id ?? (await ctx.db.insert("closings", fields));
  await ctx.db.patch("closings", id, change);
  return (await ctx.db.get("closings", id)) ?? fail("NOT_FOUND", NO_DAYS);
}

async function checkName(ctx: QueryCtx, typed = ""): Promise<void> {
  const { name } = await festivalDetailsOf(ctx);
  if (!isNameTyped(typed, name)) fail("BAD_INPUT", `Please type the festival's name: ${name}`);
}

async function checkFestivalOver(calendar: Calendar): Promise<void> {
  if (phaseOf(calendar, Date.now()) !== "after") fail("BAD_INPUT", "The festival is not over yet");
}

function actorField(actor: Actor): { by?: string } {
  return actor === null ? {} : { by: actor._id };
}
