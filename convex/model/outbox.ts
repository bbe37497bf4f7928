/**
 * The outbox. A rule queues a mail or a notification in its own transaction, so it is sent if and only if the transaction
 * commits. An action sends it right after, and retries with growing pauses until the service accepts it, so a service that is
 * down for a day loses none. Mails go many to a request (`mails/sending.ts`); those with a link, and notifications, one by one.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

export type Queued = Doc<"outbox">;
type OneByOne = "link" | "push";
type New<T> = T extends unknown ? Omit<T, "_id" | "_creationTime" | "tries" | "due" | "heldUntil"> : never;

/** heldUntil: a time (ms) before which it is not sent; now: with others that are queued with it, once whoever queues them wakes the sender. */
export type Timing = { heldUntil?: number };

/** Queues something. It is sent once the calling transaction is committed, unless timed otherwise. */
export async function enqueue(ctx: MutationCtx, entry: New<Queued>, { heldUntil }: Timing = {}): Promise<Id<"outbox">> {
  const { channel } = entry;
  const isOneByOne = channel === "link" || channel === "push";
  // One by one, the first try is the one that is scheduled here.
  const due = heldUntil ?? Date.now() + (isOneByOne ? pauseAfter(1) : 0);
  const id = await ctx.db.insert("outbox", { ...entry, tries: 0, due, ...(heldUntil && { heldUntil }) });
  if (heldUntil !== undefined) return id;
  if (isOneByOne) await ctx.scheduler.runAfter(0, deliver[channel], { id });
  // A code is sent by who asks for it.
  if (channel === "mail") await wakeSender(ctx);
  return id;
}

/**
 * How a sender of mails goes on. perSecond: requests that the provider accepts in a second, less one, which is for what goes one by
 * one. settled: it passes over what was queued in the last milliseconds, because those who queue something at that moment would be in
 * its way. Tests that are not about it change both.
 */
export const pace = { perSecond: 4, settled: 100 };

/** Has what is due sent, once the calling transaction is committed. `after`: milliseconds. */
export async function wakeSender(ctx: MutationCtx, after = pace.settled): Promise<void> {
  await ctx.scheduler.runAfter(after, internal.mails.send, {});
}

/**
 * Starts a try of what goes one by one, and sets when the next one is due, whatever comes of this one. `resolve` says what is sent
 * now; null: nothing any more. `giveUp` is told of what was never accepted. Null: there is nothing to send.
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

/** Sends what is due, on each channel no faster than its service accepts. */
export async function retryDue(ctx: MutationCtx): Promise<void> {
  for (const channel of ["link", "push"] as const) await retryChannel(ctx, channel);
  for (const channel of ["code", "mail"] as const) {
    if ((await dueOf(ctx, channel, 1)).length > 0) return await wakeSender(ctx);
  }
}

/** Up to `most` entries of a channel that are due, for `since` milliseconds at least, the longest due first. */
export async function dueOf<C extends Queued["channel"]>(
  ctx: MutationCtx,
  channel: C,
  most: number,
  since = 0,
): Promise<Extract<Queued, { channel: C }>[]> {
  const due = ctx.db
    .query("outbox")
    .withIndex("by_channel_and_due", (q) => q.eq("channel", channel).lte("due", Date.now() - since));
  return (await due.take(most)) as Extract<Queued, { channel: C }>[];
}

/** Deletes up to `most` entries that go to a user. Answers how many. */
export async function deleteQueued(ctx: MutationCtx, userId: Id<"users">, most: number): Promise<number> {
  const theirs = ctx.db.query("outbox").withIndex("by_userId", (q) => q.eq("userId", userId));
  const rows = await theirs.take(most);
  for (const { _id } of rows) await ctx.db.delete("outbox", _id);
  return rows.length;
}

/** Whether the address of a queued mail was refused. */
export function isUndeliverable(row: Queued): boolean {
  return "isUndeliverable" in row && row.isUndeliverable === true;
}

/** A minute, doubled with each try up to two hours. A try takes seconds; one that is not done by then was interrupted. */
export function pauseAfter(tries: number): number {
  return Math.min(MINUTE * 2 ** (tries - 1), 120 * MINUTE);
}

const MINUTE = 60_000;
/** With the pauses above, the last try is more than a day after the first. */
export const TRIES = 20;

const deliver = { link: internal.mails.deliver, push: internal.push.deliver };
/**
 * How many go in a minute, and the milliseconds between two. Links: one a second, beside the four requests a second of the other
 * mails; the provider accepts five. Notifications: those that the night held back, within minutes for thousands.
 */
const spaces = { link: { most: 50, space: 1_000 }, push: { most: 400, space: 100 } };

async function retryChannel(ctx: MutationCtx, channel: OneByOne): Promise<void> {
  const now = Date.now();
  const { most, space } = spaces[channel];
  for (const [index, { _id }] of (await dueOf(ctx, channel, most)).entries()) {
    await ctx.db.patch("outbox", _id, { due: now + most * space + pauseAfter(1) });
    await ctx.scheduler.runAfter(index * space, deliver[channel], { id: _id });
  }
}
