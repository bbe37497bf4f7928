/**
 * The outbox. A rule queues a mail or a notification in its own transaction, so it is sent if and only if the transaction commits. An
 * action sends it right after, and retries with growing pauses until the service accepts it. A service that is down for a day loses nothing
 * except sign-up codes, which are dropped after an hour. Mails go in batches (`mails/sending.ts`). Mails with a link, and notifications, go
 * one by one.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { MINUTE } from "../shared/durations";

export type Queued = Doc<"outbox">;
type OneByOne = "link" | "push";
type New<T> = T extends unknown ? Omit<T, "_id" | "_creationTime" | "tries" | "due" | "heldUntil"> : never;

/** heldUntil: a time (ms) before which it is not sent. With the current time, it goes in a batch once the caller wakes the sender. */
export type Timing = { heldUntil?: number };

/** Queues an entry. It is sent once the calling transaction commits, unless timed otherwise. */
export async function enqueue(ctx: MutationCtx, entry: New<Queued>, { heldUntil }: Timing = {}): Promise<Id<"outbox">> {
  const { channel } = entry;
  const isOneByOne = channel === "link" || channel === "push";
  // The first try of a one-by-one entry is scheduled below, so `due` is the time of its second try.
  const due = heldUntil ?? Date.now() + (isOneByOne ? pauseAfter(1) : 0);
  const id = await ctx.db.insert("outbox", { ...entry, tries: 0, due, ...(heldUntil && { heldUntil }) });
  if (heldUntil !== undefined) return id;
  if (isOneByOne) await ctx.scheduler.runAfter(0, deliver[channel], { id });
  // A code is sent by the call that queued it.
  if (channel === "mail") await wakeSender(ctx);
  return id;
}

/**
 * Pace of the mail sender. perSecond: the provider's requests per second, less one for mails that go one by one. settled: milliseconds. The
 * sender skips newer rows, so that it does not conflict with transactions that queue mails. Unrelated tests change both.
 */
export const pace = { perSecond: 4, settled: 100 };

/** Has due mails sent, once the calling transaction commits. `after`: milliseconds. */
export async function wakeSender(ctx: MutationCtx, after = pace.settled): Promise<void> {
  await ctx.scheduler.runAfter(after, internal.mails.send, {});
}

/**
 * Starts a try of a one-by-one entry, and sets when the next try is due. `resolve` returns the current content, or null if it is no longer
 * wanted. `giveUp` gets an entry that was never accepted. Returns null if there is nothing to send.
 */
export async function startTry<T extends object>(
  ctx: MutationCtx,
  id: Id<"outbox">,
  resolve: (row: Queued) => Promise<T | null>,
  giveUp: (row: Queued) => Promise<void>,
): Promise<(T & { tries: number }) | null> {
  const row = await ctx.db.get("outbox", id);
  if (row === null) return null;
  const resolved = await resolve(row);
  const tries = row.tries + 1;
  if (resolved === null || tries > TRIES) {
    await ctx.db.delete("outbox", id);
    if (resolved !== null) await giveUp(row);
    return null;
  }
  await ctx.db.patch("outbox", id, { tries, due: Date.now() + pauseAfter(tries) });
  return { ...resolved, tries };
}

/**
 * True if an entry of any channel is due. Skips entries queued within `pace.settled`, whose transactions would conflict with the caller's.
 */
export async function hasDue(ctx: MutationCtx): Promise<boolean> {
  for (const channel of ["code", "mail", "link", "push"] as const) {
    if ((await dueOf(ctx, channel, 1, pace.settled)).length > 0) return true;
  }
  return false;
}

/** Sends due entries, on each channel no faster than its service accepts. */
export async function retryDue(ctx: MutationCtx): Promise<void> {
  for (const channel of ["link", "push"] as const) await retryChannel(ctx, channel);
  for (const channel of ["code", "mail"] as const) {
    if ((await dueOf(ctx, channel, 1)).length > 0) return await wakeSender(ctx);
  }
}

/** Returns up to `limit` entries of a channel that have been due for at least `overdueMs`, longest overdue first. */
export async function dueOf<C extends Queued["channel"]>(
  ctx: MutationCtx,
  channel: C,
  limit: number,
  overdueMs = 0,
): Promise<Extract<Queued, { channel: C }>[]> {
  const due = ctx.db
    .query("outbox")
    .withIndex("by_channel_and_due", (q) => q.eq("channel", channel).lte("due", Date.now() - overdueMs));
  return (await due.take(limit)) as Extract<Queued, { channel: C }>[];
}

/** True if the address of a queued mail was refused. */
export function isUndeliverable(row: Queued): boolean {
  return "isUndeliverable" in row && row.isUndeliverable === true;
}

/** Returns a minute, doubled with each try, up to two hours. A try takes seconds. A longer one was interrupted. */
export function pauseAfter(tries: number): number {
  return Math.min(MINUTE * 2 ** (tries - 1), 120 * MINUTE);
}

/** Logs that an entry was never accepted, without naming anybody. */
export function logGivenUp(kind: string, limit = `in ${TRIES} tries`): void {
  console.error(`Gave up the ${kind}: the service did not accept it ${limit}.`);
}

/** With the pauses above, the last try comes more than a day after the first. */
export const TRIES = 20;

const deliver = { link: internal.mails.deliver, push: internal.push.deliver };
/**
 * Entries a minute, and milliseconds between two. Links: one a second, beside four requests a second for other mails; the provider accepts
 * five. Notifications: a night's backlog of thousands goes within minutes.
 */
const retryRates = { link: { limit: 50, pauseMs: 1_000 }, push: { limit: 400, pauseMs: 100 } };

async function retryChannel(ctx: MutationCtx, channel: OneByOne): Promise<void> {
  const now = Date.now();
  const { limit, pauseMs } = retryRates[channel];
  for (const [index, { _id }] of (await dueOf(ctx, channel, limit)).entries()) {
    await ctx.db.patch("outbox", _id, { due: now + limit * pauseMs + pauseAfter(1) });
    await ctx.scheduler.runAfter(index * pauseMs, deliver[channel], { id: _id });
  }
}
