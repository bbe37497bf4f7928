/** Parting two people: after an unmatch, a block or a report they do not meet again. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { recordDecided } from "./deckCursor";
import { pendingBetween, swipeBetween } from "./swipesPair";

type Parted = NonNullable<Doc<"swipes">["parted"]>;
type Swipe = Doc<"swipes">;

/** How the other side is parted. */
export const inverse: Record<Parted, Parted> = { blocker: "blocked", blocked: "blocker", match: "match" };

/**
 * Parts two people for good, by default on the wish of `one`. Their match and their unanswered likes end. What each decided
 * stays, so that the answers that the blocked one gets do not change: to them it looks as if they had been passed over.
 */
export async function partPair(
  ctx: MutationCtx,
  one: Id<"users">,
  other: Id<"users">,
  parted: Parted = "blocker",
): Promise<void> {
  const [mine, theirs] = [await swipeBetween(ctx, one, other), await swipeBetween(ctx, other, one)];
  const match = mine?.match ?? theirs?.match;
  if (match) await ctx.db.delete("matches", match);
  for (const pending of [await pendingBetween(ctx, one, other), await pendingBetween(ctx, other, one)]) {
    if (pending) await ctx.db.delete("pendingLikes", pending._id);
  }
  const now = match !== undefined || mine?.parted === "match" ? "match" : parted;
  await part(ctx, { from: one, to: other }, mine, now);
  await part(ctx, { from: other, to: one }, theirs, inverse[now]);
}

/** Writes one direction. Who has not decided is not shown the other any more. Whoever blocked the other knows it for good. */
async function part(
  ctx: MutationCtx,
  { from, to }: Pick<Swipe, "from" | "to">,
  swipe: Swipe | null,
  now: Parted,
): Promise<void> {
  const parted = swipe?.parted === "blocker" ? "blocker" : now;
  if (swipe !== null) return await ctx.db.patch("swipes", swipe._id, { parted, match: undefined });
  await ctx.db.insert("swipes", { from, to, parted });
  await recordDecided(ctx, from, to);
}
