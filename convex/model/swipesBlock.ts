/** Parting two people: after an unmatch, a block or a report they do not meet again. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { recordDecided } from "./deckCursor";
import { pendingBetween, swipeBetween } from "./swipesPair";

type Swipe = Doc<"swipes">;

/**
 * Parts two people for good, on the wish of `by`. Their match and their unanswered likes end. What each decided stays, so that
 * the answers that `other` gets do not change: to them it looks as if they had been passed over.
 */
export async function partPair(ctx: MutationCtx, by: Id<"users">, other: Id<"users">): Promise<void> {
  const [mine, theirs] = [await swipeBetween(ctx, by, other), await swipeBetween(ctx, other, by)];
  const match = mine?.match ?? theirs?.match;
  if (match) await ctx.db.delete("matches", match);
  for (const pending of [await pendingBetween(ctx, by, other), await pendingBetween(ctx, other, by)]) {
    if (pending) await ctx.db.delete("pendingLikes", pending._id);
  }
  const wereMatched = match !== undefined || mine?.parted === "match";
  await part(ctx, { from: by, to: other }, mine, wereMatched ? "match" : "blocker");
  await part(ctx, { from: other, to: by }, theirs, wereMatched ? "match" : (theirs?.parted ?? "blocked"));
}

/** Writes one direction. Who has not decided is not shown the other any more. */
async function part(
  ctx: MutationCtx,
  { from, to }: Pick<Swipe, "from" | "to">,
  swipe: Swipe | null,
  parted: NonNullable<Swipe["parted"]>,
): Promise<void> {
  if (swipe !== null) return await ctx.db.patch("swipes", swipe._id, { parted, match: undefined });
  await ctx.db.insert("swipes", { from, to, parted });
  await recordDecided(ctx, from, to);
}
