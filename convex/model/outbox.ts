/**
 * The outbox. A rule queues a mail or a notification in its own transaction, so it is sent if and only if the transaction
 * commits. An action sends it right after, and retries with growing pauses until the service accepts it, so a service that is
 * down for a day loses none.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

export type Queued = Doc<"outbox">;
type Channel = Queued["channel"];
type New<T> = T extends unknown ? Omit<T, "_id" | "_creationTime" | "tries" | "due"> : never;

/** atOnce false: the retry job sends it. after: a delay in milliseconds, for one of many. heldUntil: a time before which it is not sent. */
type Timing = { atOnce?: boolean; after?: number; heldUntil?: number };

/** Queues something. It is sent once the calling transaction is committed, unless timed otherwise. */
export async function enqueue(
  ctx: MutationCtx,
  entry: New<Queued>,
  { atOnce = true, after = 0, heldUntil }: Timing = {},
): Promise<void> {
  const due = heldUntil ?? Date.now() + after + pauseAfter(1);
  const id = await ctx.db.insert("outbox", { ...entry, tries: 0, due });
  if (atOnce && heldUntil === undefined) await ctx.scheduler.runAfter(after, deliver[entry.channel], { id });
}

/**
 * Starts a try, and sets when the next one is due, whatever comes of this one. `resolve` says what is sent now; null: nothing
 * any more. `giveUp` is told of what was never accepted. Null: there is nothing to send.
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

/** Deletes what the service has accepted. */
export async function endTries(ctx: MutationCtx, id: Id<"outbox">): Promise<void> {
  if ((await ctx.db.get("outbox", id)) !== null) await ctx.db.delete("outbox", id);
}

/** Sends what is due, on each channel no faster than its service accepts. */
export async function retryDue(ctx: MutationCtx): Promise<void> {
  for (const channel of ["mail", "push"] as const) await retryChannel(ctx, channel);
}

/** Deletes up to `most` entries that go to a user. Answers how many. */
export async function deleteQueued(ctx: MutationCtx, userId: Id<"users">, most: number): Promise<number> {
  const theirs = ctx.db.query("outbox").withIndex("by_userId", (q) => q.eq("userId", userId));
  const rows = await theirs.take(most);
  for (const { _id } of rows) await ctx.db.delete("outbox", _id);
  return rows.length;
}

const MINUTE = 60_000;
/** With the pauses below, the last try is more than a day after the first. */
export const TRIES = 20;

const deliver = { mail: internal.mails.deliver, push: internal.push.deliver };
/**
 * How many go in a minute, and the milliseconds between two. Mails: two a second, since the mail provider accepts five and
 * sign-up codes need the rest. Notifications: those that the night held back, within minutes for thousands.
 */
const pace = { mail: { most: 100, space: 500 }, push: { most: 400, space: 100 } };

async function retryChannel(ctx: MutationCtx, channel: Channel): Promise<void> {
  const now = Date.now();
  const { most, space } = pace[channel];
  const due = await ctx.db
    .query("outbox")
    .withIndex("by_channel_and_due", (q) => q.eq("channel", channel).lte("due", now))
    .take(most);
  for (const [index, { _id }] of due.entries()) {
    await ctx.db.patch("outbox", _id, { due: now + most * space + pauseAfter(1) });
    await ctx.scheduler.runAfter(index * space, deliver[channel], { id: _id });
  }
}

/** A minute, doubled with each try up to two hours. A try takes seconds; one that is not done by then was interrupted. */
function pauseAfter(tries: number): number {
  return Math.min(MINUTE * 2 ** (tries - 1), 120 * MINUTE);
}
