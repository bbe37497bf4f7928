/**
 * Numbers new entries and viewers in order of arrival. If every approval and purchase took its own number, they would conflict on the same
 * audience row. So one job does it in batches.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { entriesOf, PROVISIONAL, takePosition, takeViewerNumber } from "./partitions";

/** Queues a user whose entries or deck have no number yet. */
export async function queueForNumber(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const queued = ctx.db.query("unnumbered").withIndex("by_userId", (q) => q.eq("userId", userId));
  if ((await queued.first()) === null) await ctx.db.insert("unnumbered", { userId });
}

/** True if a user who came before a time (ms) waits for a number. */
export async function hasUnnumbered(ctx: QueryCtx, before: number): Promise<boolean> {
  return (await unnumbered(ctx, before).first()) !== null;
}

/** Numbers the next people who came before a time (ms), and schedules the next batch while there are more. */
export async function numberNext(ctx: MutationCtx, before: number): Promise<void> {
  const rows = await unnumbered(ctx, before).take(BATCH);
  for (const { _id, userId } of rows) {
    await numberEntries(ctx, userId);
    await numberViewer(ctx, userId);
    await ctx.db.delete("unnumbered", _id);
  }
  if (rows.length === BATCH) await ctx.scheduler.runAfter(0, internal.swipes.numberNewcomers, {});
}

/** Milliseconds. A transaction that began earlier may still insert rows with earlier times. */
export const SETTLED_MS = 5_000;
/** People per transaction. Each has a few entries, and one more for each age they want to meet. */
const BATCH = 50;

function unnumbered({ db }: QueryCtx, before: number) {
  return db.query("unnumbered").withIndex("by_creation_time", (q) => q.lt("_creationTime", before));
}

/** Numbers the entries of a user. All entries of one audience share one position. */
async function numberEntries(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const positions = new Map<string, number>();
  for (const { _id, audience, tier, position } of await entriesOf(ctx, userId)) {
    if (position < PROVISIONAL) continue;
    const number = positions.get(audience) ?? (await takePosition(ctx, audience, tier));
    positions.set(audience, number);
    await ctx.db.patch("deckEntries", _id, { position: number });
  }
}

async function numberViewer(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const row = await getOneFrom(ctx.db, "decks", "by_userId", userId);
  if (row === null || row.viewerNumber !== undefined) return;
  await ctx.db.patch("decks", row._id, { viewerNumber: await takeViewerNumber(ctx, row.audience) });
}
