/** What goes with a person. */
import { internal } from "../_generated/api";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { forgetDecided } from "./deckCursor";

/**
 * Removes everything between a person and others. Here, in the person's own transaction, only what others see of them and
 * what only they wrote: it reads nothing that a swipe on them writes, so whoever is swiped on all the time leaves as
 * easily as anybody. The decisions follow in batches; without an entry there are no new ones.
 */
export async function removePerson(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  await sweep(seenOf(ctx, userId), AT_ONCE);
  await ctx.scheduler.runAfter(0, internal.swipes.forget, { userId });
}

/** The next batch of what is left. The scheduler repeats one that collides with the swipes of those whose decks it changes. */
export async function forgetPerson(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const deleted = await sweep([...seenOf(ctx, userId), ...decidedOf(ctx, userId)], BATCH);
  if (deleted === BATCH) await ctx.scheduler.runAfter(0, internal.swipes.forget, { userId });
}

/** Rows deleted at once, far inside the platform's limit. More matches and likes than that lead to nobody who can be seen. */
const AT_ONCE = 1_000;
/** Rows deleted in one batch: few, for each may touch the deck of somebody who is swiping just now. */
const BATCH = 100;

type Sweep = (most: number) => Promise<number>;

/** Runs one after the other until so many rows are deleted; says how many were. */
async function sweep(sweeps: Sweep[], most: number): Promise<number> {
  let left = most;
  for (const next of sweeps) {
    if (left === 0) break;
    left -= await next(left);
  }
  return most - left;
}

/** Deck entries, matches, own pending likes, deck and quota. */
function seenOf(ctx: MutationCtx, userId: Id<"users">): Sweep[] {
  const { db } = ctx;
  const entries = db.query("deckEntries").withIndex("by_userId_and_audience", (q) => q.eq("userId", userId));
  const asA = db.query("matches").withIndex("by_a", (q) => q.eq("a", userId));
  const asB = db.query("matches").withIndex("by_b", (q) => q.eq("b", userId));
  const likes = db.query("pendingLikes").withIndex("by_from_and_to", (q) => q.eq("from", userId));
  const decks = db.query("decks").withIndex("by_userId", (q) => q.eq("userId", userId));
  const quotas = db.query("quotas").withIndex("by_userId", (q) => q.eq("userId", userId));
  return [
    dropped(ctx, "deckEntries", entries),
    dropped(ctx, "matches", asA),
    dropped(ctx, "matches", asB),
    dropped(ctx, "pendingLikes", likes),
    dropped(ctx, "decks", decks),
    dropped(ctx, "quotas", quotas),
  ];
}

/** Likes that waited for them, which nobody else was shown, and the decisions of both sides. */
function decidedOf(ctx: MutationCtx, userId: Id<"users">): Sweep[] {
  const { db } = ctx;
  const likes = db.query("pendingLikes").withIndex("by_to", (q) => q.eq("to", userId));
  const own = db.query("swipes").withIndex("by_from_and_to", (q) => q.eq("from", userId));
  const others = db.query("swipes").withIndex("by_to", (q) => q.eq("to", userId));
  return [
    dropped(ctx, "pendingLikes", likes),
    dropped(ctx, "swipes", own),
    dropped(ctx, "swipes", others, ({ from }) => forgetDecided(ctx, from, userId)),
  ];
}

function dropped<T extends TableNames>(
  ctx: MutationCtx,
  table: T,
  rows: { take(n: number): Promise<Doc<T>[]> },
  first: (row: Doc<T>) => Promise<void> = async () => undefined,
): Sweep {
  return async (most) => {
    const batch = await rows.take(most);
    for (const row of batch) {
      await first(row);
      await ctx.db.delete(table, row._id);
    }
    return batch.length;
  };
}
