/** Which jobs have work. Each check reads a row or two. Each job runs in its own transaction, so a failing job stops no other. */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { expiringTables, hasExpired } from "./auth/sessions";
import { hasOldMessage } from "./contact";
import { hasUnnumbered, SETTLED_MS } from "./deck/numbering";
import { mayDifferNow } from "./numbers/now";
import { hasActivity } from "./numbers/rollUp";
import { hasDue } from "./outbox";
import { hasDueOrder } from "./payments/polling";

/** Starts the jobs of this minute that have work. */
export async function startDue(ctx: MutationCtx): Promise<void> {
  const start = ctx.scheduler;
  if ((await hasDue(ctx)) || (await hasOldMessage(ctx))) await start.runAfter(0, internal.outbox.retryDue, {});
  if (await hasUnnumbered(ctx, Date.now() - SETTLED_MS)) await start.runAfter(0, internal.swipes.numberNewcomers, {});
  if (await hasDueOrder(ctx)) await start.runAfter(0, internal.payments.pollDue, {});
  // Adding up ends with an update of the current figures.
  if (await hasActivity(ctx)) await start.runAfter(0, internal.numbers.rollUp, {});
  else if (await mayDifferNow(ctx)) await start.runAfter(0, internal.numbers.updateNow, { people: 0 });
}

/** Starts the deletion of each kind of rows that have expired. */
export async function startDeletions(ctx: MutationCtx): Promise<void> {
  for (const table of expiringTables) {
    if (await hasExpired(ctx, table)) await ctx.scheduler.runAfter(0, internal.auth.deleteExpired, { what: table });
  }
}
