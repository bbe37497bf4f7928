/**
 * Closing a festival: announcing it, closing the app, erasing. By itself it happens on the days of the plan (`shared/closing.ts`), and
 * an organiser may choose other days or begin. What is erased, and the proof: `closingErasing.ts`.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { closingPlan, daysAfter, isNameTyped, writtenDate, type AppState, type ClosingPlan } from "../shared/closing";
import { fail } from "../shared/errors";
import { dateAt, localTime, phaseOf, type Calendar } from "../shared/festival";
import { limits } from "../shared/limits";
import { dayOfText } from "../shared/numbers";
import { erasures, type Erasure } from "./erasures";
import type { closingStatus } from "../validatorsClosing";
import { openForOtherDays, planOf } from "./closingDays";
import { beginErasing, keepErasing, lookAgain, runOf } from "./closingErasing";
import { shownOf } from "./festival";
import { announceAs } from "./festivalChanges";
import { recordIncident } from "./incidents";

type Closing = Doc<"closings">;
/** Who does it; null: the deployment by itself, or the command line. */
type Who = Doc<"users"> | null;
type Wanted = { day: string; seen: string; downloadDays: number; name?: string };

type ClosingShown = { plan: ClosingPlan | null; state: AppState; stoppedAt: number | undefined };

/** What organisers see of it. */
export async function statusOf(ctx: QueryCtx): Promise<Infer<typeof closingStatus>> {
  const { calendar, closing, plan } = await planOf(ctx);
  const run = closing && (await runOf(ctx, closing._id));
  return {
    festival: (await shownOf(ctx)).name,
    stage: stageOf(closing),
    lastDay: calendar.lastDay,
    erasesOn: plan?.erasesOn ?? null,
    latestDay: plan?.latestDay ?? null,
    downloadDays: plan?.downloadDays ?? limits.downloadDays,
    announcesAt: plan?.announcesAt ?? null,
    stopsAt: plan?.stopsAt ?? null,
    erasesAt: plan?.erasesAt ?? null,
    announcedAt: closing?.announcedAt ?? null,
    stoppedAt: closing?.stoppedAt ?? null,
    startedAt: closing?.startedAt ?? null,
    doneAt: closing?.doneAt ?? null,
    phase: run?.phase ?? null,
    batches: run?.turn ?? 0,
    steps: (run?.steps ?? []).map((step) => ({ ...step, kept: whyKept(step.table) })),
    proof: run?.proof ?? null,
  };
}

/** What everybody may know: the day of the erasing, and whether the app is closed and since when (ms). */
export async function closingShown(ctx: Pick<QueryCtx, "db">): Promise<ClosingShown> {
  const { closing, plan } = await planOf(ctx);
  return {
    plan,
    stoppedAt: closing?.stoppedAt,
    state: closing?.doneAt !== undefined ? "erased" : closing?.stoppedAt !== undefined ? "closed" : "open",
  };
}

/**
 * Chooses another day, or for how long data can be downloaded. A sooner day needs the festival's name typed. `seen`: the day that the
 * organiser saw; refused if somebody else chose another one meanwhile.
 */
export async function choosePlan(ctx: MutationCtx, who: Who, { day, seen, downloadDays, name }: Wanted): Promise<void> {
  const { calendar, closing, plan } = await planNow(ctx);
  if (seen !== plan.erasesOn)
    fail("ALREADY_DECIDED", `Somebody chose ${writtenDate(plan.erasesOn)} meanwhile. Look again.`);
  // Of 31 February a date makes 3 March.
  if (dayOfText(day) === null || daysAfter(day, 0) !== day) fail("BAD_INPUT", "Please choose a day");
  const now = Date.now();
  const isSooner = day < plan.erasesOn;
  if (day > plan.latestDay)
    fail("BAD_INPUT", `The privacy page promises ${writtenDate(plan.latestDay)} at the latest.`);
  if (day < daysAfter(dateAt(calendar.timeZone, now), 1) || day <= String(calendar.lastDay)) {
    fail("BAD_INPUT", "Please choose a day that is to come, and after the festival");
  }
  if (!Number.isInteger(downloadDays) || downloadDays < 1 || downloadDays > limits.downloadDaysMost) {
    fail("BAD_INPUT", `Data can be downloaded for 1 to ${limits.downloadDaysMost} days`);
  }
  if (isSooner) await checkName(ctx, name);
  const chosen = { erasesOn: day, downloadDays, ...(isSooner && { isSooner: true as const }) };
  const next = closingPlan(calendar, { ...chosen, ...(closing && { announcedAt: closing.announcedAt }) });
  const isStopped = closing?.stoppedAt !== undefined && next !== null && next.stopsAt <= now;
  await write(ctx, calendar, closing, {
    ...chosen,
    ...(!isSooner && { isSooner: undefined }),
    ...(!isStopped && { stoppedAt: undefined }),
  });
  await recordIncident(ctx, "closingPlanned", by(who));
}

/** Tells everybody now, once: each time would mail everybody, and put the erasing off by a week. */
export async function announceClosing(ctx: MutationCtx, who: Who): Promise<void> {
  const { calendar, closing, plan } = await planNow(ctx);
  if (closing?.announcedAt !== undefined) fail("ALREADY_DECIDED", "It is announced already");
  const now = Date.now();
  await write(ctx, calendar, closing, { announcedAt: now });
  const after = closingPlan(calendar, { ...plan, ...closing, announcedAt: now }) ?? plan;
  const [stops, erases] = [writtenDate(dateAt(calendar.timeZone, after.stopsAt)), writtenDate(after.erasesOn)];
  const text = `The app closes on ${stops}. Download your data on your profile until ${erases}: then everything is deleted.`;
  const until = new Date(localTime(calendar.timeZone, after.erasesAt)).toISOString().slice(0, 16);
  await announceAs(ctx, who, { text, until, mail: true, push: true });
  await recordIncident(ctx, "closingAnnounced", by(who));
}

/** Closes the app now: whoever comes is thanked, and can download their data or delete their account. */
export async function stopApp(ctx: MutationCtx, who: Who, name: string): Promise<void> {
  const { calendar, closing } = await planNow(ctx);
  await checkOver(calendar);
  if (closing?.stoppedAt !== undefined) fail("ALREADY_DECIDED", "The app is closed already");
  await checkName(ctx, name);
  await stop(ctx, who, calendar, closing);
}

/** Erases everything now, whatever day was chosen. */
export async function eraseNow(ctx: MutationCtx, who: Who, name: string): Promise<void> {
  const { calendar, closing } = await planNow(ctx);
  await checkOver(calendar);
  await checkName(ctx, name);
  await begin(ctx, who, calendar, closing);
}

/** Does what is due by the plan. Called every quarter of an hour, whether or not anybody remembers. */
export async function doWhatIsDue(ctx: MutationCtx): Promise<void> {
  await openForOtherDays(ctx);
  const { calendar, closing, plan } = await planOf(ctx);
  if (plan === null || closing?.doneAt !== undefined) return;
  const now = Date.now();
  if (closing?.startedAt !== undefined) return await keepErasing(ctx, closing._id);
  const isTold = closing?.announcedAt !== undefined;
  if (!isTold && now >= plan.announcesAt) await announceClosing(ctx, null);
  if (!isTold && !closing?.isSooner) return;
  if (now >= plan.erasesAt) await begin(ctx, null, calendar, closing);
  else if (now >= plan.stopsAt && closing?.stoppedAt === undefined) await stop(ctx, null, calendar, closing);
}

/** Counts and searches once more, after the erasing. */
export async function proveAgain(ctx: MutationCtx): Promise<void> {
  const { closing } = await planOf(ctx);
  if (closing?.doneAt === undefined) fail("BAD_INPUT", "Nothing is erased yet");
  await lookAgain(ctx, closing._id);
}

async function stop(ctx: MutationCtx, who: Who, calendar: Calendar, closing: Closing | null): Promise<void> {
  await write(ctx, calendar, closing, { stoppedAt: Date.now() });
  await recordIncident(ctx, "appClosed", by(who));
}

async function begin(ctx: MutationCtx, who: Who, calendar: Calendar, closing: Closing | null): Promise<void> {
  if (closing?.startedAt !== undefined) fail("ALREADY_DECIDED", "Erasing has begun already");
  const now = Date.now();
  const id = await write(ctx, calendar, closing, { startedAt: now, stoppedAt: closing?.stoppedAt ?? now });
  await recordIncident(ctx, "erasingStarted", by(who));
  await beginErasing(ctx, id);
}

/** The plan, for what changes it: refused without days, and once the erasing has begun. */
async function planNow(ctx: MutationCtx) {
  const { plan, ...now } = await planOf(ctx);
  if (plan === null) fail("BAD_INPUT", "Please save the festival's days first");
  if (now.closing?.startedAt !== undefined) fail("ALREADY_DECIDED", "Erasing has begun already");
  return { ...now, plan };
}

async function write(
  ctx: MutationCtx,
  calendar: Calendar,
  closing: Closing | null,
  change: Partial<Closing>,
): Promise<Id<"closings">> {
  if (closing === null) return await ctx.db.insert("closings", { lastDay: String(calendar.lastDay), ...change });
  await ctx.db.patch("closings", closing._id, change);
  return closing._id;
}

function stageOf(closing: Closing | null): Infer<typeof closingStatus>["stage"] {
  if (closing?.doneAt !== undefined) return "done";
  if (closing?.startedAt !== undefined) return "erasing";
  if (closing?.stoppedAt !== undefined) return "stopped";
  return closing?.announcedAt === undefined ? "planned" : "announced";
}

async function checkName(ctx: QueryCtx, typed = ""): Promise<void> {
  const { name } = await shownOf(ctx);
  if (!isNameTyped(typed, name)) fail("BAD_INPUT", `Please type the festival's name: ${name}`);
}

async function checkOver(calendar: Calendar): Promise<void> {
  if (phaseOf(calendar, Date.now()) !== "after") fail("BAD_INPUT", "The festival is not over yet");
}

function whyKept(table: string): string | null {
  const erasure = (erasures as Record<string, Erasure>)[table];
  if (erasure === undefined || erasure === "all") return null;
  if (erasure === "people") return "the staff";
  return "kept" in erasure ? erasure.kept : erasure.withoutPeople;
}

function by(who: Who): { by?: string } {
  return who === null ? {} : { by: who._id };
}
