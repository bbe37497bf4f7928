/** What goes with a person. */
import { internal } from "../_generated/api";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { leaveDeck } from "./deck";
import { forgetDone } from "./deckWalk";

/**
 * Removes everything between a person and others: places, walk, quota, matches, likes and decisions, both ways. What
 * others see goes first and at once; what is left of somebody with a long history follows in batches.
 */
export async function removePerson(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  await leaveDeck(ctx, userId);
  let left = BATCH;
  for (const sweep of sweepsOf(ctx, userId)) {
    left -= await sweep(left);
    if (left === 0) return void (await ctx.scheduler.runAfter(0, internal.swipes.forget, { userId }));
  }
}

/** Rows deleted in one transaction, far inside the platform's limit, also where each takes another row with it. */
const BATCH = 1_000;

function sweepsOf(ctx: MutationCtx, userId: Id<"users">): ((most: number) => Promise<number>)[] {
  const { db } = ctx;
  return [
    dropped(
      ctx,
      "matches",
      db.query("matches").withIndex("by_a", (q) => q.eq("a", userId)),
    ),
    dropped(
      ctx,
      "matches",
      db.query("matches").withIndex("by_b", (q) => q.eq("b", userId)),
    ),
    dropped(
      ctx,
      "pendingLikes",
      db.query("pendingLikes").withIndex("by_to", (q) => q.eq("to", userId)),
    ),
    dropped(
      ctx,
      "pendingLikes",
      db.query("pendingLikes").withIndex("by_from_and_to", (q) => q.eq("from", userId)),
    ),
    dropped(
      ctx,
      "decks",
      db.query("decks").withIndex("by_userId", (q) => q.eq("userId", userId)),
    ),
    dropped(
      ctx,
      "quotas",
      db.query("quotas").withIndex("by_userId", (q) => q.eq("userId", userId)),
    ),
    dropped(
      ctx,
      "swipes",
      db.query("swipes").withIndex("by_from_and_to", (q) => q.eq("from", userId)),
    ),
    dropped(
      ctx,
      "swipes",
      db.query("swipes").withIndex("by_to", (q) => q.eq("to", userId)),
      ({ from }) => forgetDone(ctx, from, userId),
    ),
  ];
}

function dropped<T extends TableNames>(
  ctx: MutationCtx,
  table: T,
  rows: { take(n: number): Promise<Doc<T>[]> },
  first: (row: Doc<T>) => Promise<void> = async () => undefined,
) {
  return async (most: number) => {
    const batch = await rows.take(most);
    for (const row of batch) {
      await first(row);
      await ctx.db.delete(table, row._id);
    }
    return batch.length;
  };
}
