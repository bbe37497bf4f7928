/** What a deleted account leaves in decks, swipes and matches. */
import { internal } from "../../_generated/api";
import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { endThread } from "../chat/removal";
import { removeDecided } from "../deck/cursor";
import { deleteUnseen } from "../news/unseen";
import { handOverPartings, savePartings } from "./partings";

/** The record of a deleted account. Null: none. */
type Former = Id<"formerAccounts"> | null;

/**
 * Removes everything between a user and others. This transaction deletes what others see, and rows that only the user writes. It reads
 * nothing that a swipe on them writes, so heavily swiped users can be deleted. Decisions follow in batches: without deck entries no new
 * ones arise. Partings move to `former`.
 */
export async function removeFromSwipes(ctx: MutationCtx, userId: Id<"users">, former: Former): Promise<void> {
  await run(visibleRows(ctx, userId), ROWS_WITH_ACCOUNT);
  if (former !== null) await run(partings(ctx, userId, former), PARTINGS_WITH_ACCOUNT);
  await ctx.scheduler.runAfter(0, internal.swipes.removeBatch, { userId, former });
}

/** Removes the next batch. Convex retries it if it conflicts with a swipe of a person whose deck it changes. */
export async function removeSwipesBatch(ctx: MutationCtx, userId: Id<"users">, former: Former): Promise<void> {
  const parted = former === null ? [] : partings(ctx, userId, former);
  const deleted = await run([...parted, ...visibleRows(ctx, userId), ...decisionRows(ctx, userId)], BATCH);
  if (deleted === BATCH) await ctx.scheduler.runAfter(0, internal.swipes.removeBatch, { userId, former });
}

/**
 * Rows deleted with the account. A match takes up to eighteen of the 4,096 index ranges allowed. Further matches and likes stay for a
 * while, but without the account no screen shows them.
 */
const ROWS_WITH_ACCOUNT = 100;
/** Partings moved in the same transaction as the account. Far more than a person has, so a new account has all of them from the start. */
const PARTINGS_WITH_ACCOUNT = 500;
/** Rows per batch. Few, since each may change the deck of a person who is swiping. */
const BATCH = 100;

/** Deletes up to `limit` rows of one kind. Returns how many. */
type Deletion = (limit: number) => Promise<number>;

/** Runs the deletions in order until `limit` rows are deleted. Returns how many. */
async function run(deletions: Deletion[], limit: number): Promise<number> {
  let remaining = limit;
  for (const next of deletions) {
    if (remaining === 0) break;
    remaining -= await next(remaining);
  }
  return limit - remaining;
}

function partings(ctx: MutationCtx, userId: Id<"users">, former: Id<"formerAccounts">): Deletion[] {
  return [(limit) => savePartings(ctx, userId, former, limit), (limit) => handOverPartings(ctx, userId, former, limit)];
}

/** Deletes deck entries and their missing numbers, matches with their messages, own pending likes, deck and last view of likes. */
function visibleRows(ctx: MutationCtx, userId: Id<"users">): Deletion[] {
  const { db } = ctx;
  const entries = db.query("deckEntries").withIndex("by_userId_and_audience", (q) => q.eq("userId", userId));
  const unnumbered = db.query("unnumbered").withIndex("by_userId", (q) => q.eq("userId", userId));
  const asA = db.query("matches").withIndex("by_a", (q) => q.eq("a", userId));
  const asB = db.query("matches").withIndex("by_b", (q) => q.eq("b", userId));
  const likes = db.query("pendingLikes").withIndex("by_from_and_to", (q) => q.eq("from", userId));
  const decks = db.query("decks").withIndex("by_userId", (q) => q.eq("userId", userId));
  const views = db.query("likeLooks").withIndex("by_userId", (q) => q.eq("userId", userId));
  return [
    deletion(ctx, "deckEntries", entries),
    deletion(ctx, "unnumbered", unnumbered),
    deletion(ctx, "matches", asA, ({ _id }) => endMatch(ctx, _id)),
    deletion(ctx, "matches", asB, ({ _id }) => endMatch(ctx, _id)),
    deletion(ctx, "pendingLikes", likes),
    deletion(ctx, "decks", decks),
    deletion(ctx, "likeLooks", views),
  ];
}

/** Deletes a match with its messages and its unseen marks. */
async function endMatch(ctx: MutationCtx, match: Id<"matches">): Promise<void> {
  await endThread(ctx, match);
  await deleteUnseen(ctx, match);
}

/** Deletes pending likes on the user, shown only to them, and the decisions of both sides. */
function decisionRows(ctx: MutationCtx, userId: Id<"users">): Deletion[] {
  const { db } = ctx;
  const likes = db.query("pendingLikes").withIndex("by_to", (q) => q.eq("to", userId));
  const ownReturns = db.query("returns").withIndex("by_userId", (q) => q.eq("userId", userId));
  const othersReturns = db.query("returns").withIndex("by_to", (q) => q.eq("to", userId));
  const ownSwipes = db.query("swipes").withIndex("by_from_and_to", (q) => q.eq("from", userId));
  const othersSwipes = db.query("swipes").withIndex("by_to", (q) => q.eq("to", userId));
  return [
    deletion(ctx, "pendingLikes", likes),
    deletion(ctx, "returns", ownReturns),
    deletion(ctx, "returns", othersReturns, (row) => removeDecided(ctx, row.userId, userId)),
    deletion(ctx, "swipes", ownSwipes),
    deletion(ctx, "swipes", othersSwipes, ({ from }) => removeDecided(ctx, from, userId)),
  ];
}

function deletion<T extends TableNames>(
  ctx: MutationCtx,
  table: T,
  rows: { take(n: number): Promise<Doc<T>[]> },
  beforeDelete: (row: Doc<T>) => Promise<void> = async () => undefined,
): Deletion {
  return async (limit) => {
    const batch = await rows.take(limit);
    for (const row of batch) {
      await beforeDelete(row);
      await ctx.db.delete(table, row._id);
    }
    return batch.length;
  };
}
