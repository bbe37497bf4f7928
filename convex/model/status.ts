/**
 * The public status: whether something is failing, and since when. The numbers job writes this one row when it changes. A visitor's page
 * reads only that row.
 */
import { pick } from "convex-helpers";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { totalOf, type Counter } from "../shared/numbers";
import type { publicStatus, serviceState } from "../validators/numbers";
import { isUndeliverable } from "./outbox";
import type { Queued } from "./outbox";
import { writeSingle } from "./rows/writing";
import { MINUTE } from "../shared/durations";

export type Status = Infer<typeof publicStatus>;
type State = Infer<typeof serviceState>;

/** Returns the row, or "all works" before there is one. */
export async function statusOf(ctx: QueryCtx): Promise<Status> {
  const row = await ctx.db.query("serviceStatus").first();
  const {
    approvals = working,
    mails = working,
    payments = working,
    reviewMinutes = null,
    changedAt = null,
  } = row ?? {};
  return { approvals, mails, payments, changedAt, ...(reviewMinutes !== null && { reviewMinutes }) };
}

/** True if all services work and the wait of a new profile is unknown. Then only new events change the status. */
export function isPlain({ approvals, mails, payments, reviewMinutes }: Status): boolean {
  return reviewMinutes === undefined && [approvals, mails, payments].every(({ state }) => state === "working");
}

/** Stores successes and failures of services for ten minutes. Ignores other counts. */
export async function recordServices(ctx: MutationCtx, tallies: Doc<"tallies">[]): Promise<void> {
  const ofServices = tallies.filter(({ counts }) => services.some((counter) => counts[counter]));
  if (ofServices.length === 0) return;
  const row = await ctx.db.query("serviceMinutes").first();
  const minutes = ofServices.reduce(withTally, row?.minutes ?? []);
  await writeSingle(ctx, "serviceMinutes", row, { minutes });
}

/**
 * Writes the status if it changed. `oldestProfile`: when the longest wait of a profile began. `late`: see `lateMails`. `reviewMinutes`:
 * about how long a new one waits.
 */
export async function updateStatus(
  ctx: MutationCtx,
  oldestProfile: number | null,
  late: State | null,
  reviewMinutes: number | null,
): Promise<void> {
  const row = await ctx.db.query("serviceStatus").first();
  const now = Date.now();
  const previous = await statusOf(ctx);
  const minutes = recent((await ctx.db.query("serviceMinutes").first())?.minutes ?? [], now);
  const status = {
    approvals: oldestProfile !== null && oldestProfile < now - APPROVALS_SLOW ? slow(oldestProfile) : working,
    mails: late ?? failing(previous.mails, minutes, "mailsFailed", "mailsSent"),
    payments: failing(previous.payments, minutes, "paymentsFailed", "paymentsAnswered"),
    reviewMinutes,
  };
  const hasChanged = (["approvals", "mails", "payments"] as const).some(
    (service) => status[service].state !== previous[service].state,
  );
  await writeSingle(ctx, "serviceStatus", row, { ...status, changedAt: hasChanged ? now : previous.changedAt });
}

/** Minutes for which successes and failures are stored. */
const MINUTES_STORED = 10;
/** A person may mistype an address, or a card may be refused. This many failures are no accident. */
const FAILURES = 3;
const APPROVALS_SLOW = 60 * MINUTE;
/** Mails are normally accepted within seconds. */
const MAIL_LATE = 2 * MINUTE;
const MAILS_READ = 200;
const services = ["mailsSent", "mailsFailed", "paymentsAnswered", "paymentsFailed"] as const satisfies Counter[];
const working: State = { state: "working", since: null };

type Minutes = Doc<"serviceMinutes">["minutes"];

function withTally(minutes: Minutes, { _creationTime: at, counts }: Doc<"tallies">): Minutes {
  const minute = Math.floor(at / MINUTE);
  const stored = recent(minutes, at);
  const others = stored.filter((entry) => entry.minute !== minute);
  const counted = stored.find((entry) => entry.minute === minute)?.counts ?? {};
  return [...others, { minute, counts: totalOf([counted, pick(counts, [...services])]) }];
}

function recent(minutes: Minutes, now: number): Minutes {
  return minutes.filter(({ minute }) => minute > now / MINUTE - MINUTES_STORED);
}

/** Returns slow while most of the latest tries fail, and at least `FAILURES` did. */
function failing(previous: State, minutes: Minutes, failed: Counter, done: Counter): State {
  const counts = totalOf(minutes.map((entry) => entry.counts));
  if (counts[failed] < FAILURES || counts[failed] <= counts[done]) return working;
  const first = minutes.find((entry) => entry.counts[failed])?.minute ?? 0;
  return slow(Math.min(previous.since ?? Infinity, first * MINUTE));
}

/** Returns the slow state if several mails are late: tried but not accepted, or codes, after two minutes. Otherwise null. */
export async function lateMails(ctx: QueryCtx, now: number): Promise<State | null> {
  const queued = async (channel: "code" | "mail" | "link") =>
    await ctx.db
      .query("outbox")
      .withIndex("by_channel_and_due", (q) => q.eq("channel", channel))
      .take(MAILS_READ);
  const isTried = (mail: Queued) => mail.channel === "code" || (mail.tries > 0 && !isUndeliverable(mail));
  const all = [await queued("code"), await queued("mail"), await queued("link")].flat();
  const late = all.filter((mail) => isTried(mail) && queuedAt(mail) < now - MAIL_LATE);
  return late.length < FAILURES ? null : slow(Math.min(...late.map(queuedAt)));
}

function queuedAt({ heldUntil, _creationTime }: Queued): number {
  return heldUntil ?? _creationTime;
}

/** Rounds `since` down to five minutes, so that it does not reveal how many things wait or fail. */
function slow(since: number): State {
  return { state: "slow", since: Math.floor(since / (5 * MINUTE)) * 5 * MINUTE };
}
