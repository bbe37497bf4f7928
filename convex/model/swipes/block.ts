/** Parts two people: after an unmatch, a block or a report they never meet again. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { endThread } from "../chat/removal";
import { recordDecided } from "../deck/cursor";
import { clearLastSwipe } from "../deck/returns";
import { deleteUnseen } from "../news/unseen";
import { isUndecided, pendingBetween, swipeBetween } from "../rows/pairs";

type Swipe = Doc<"swipes">;
type Parted = NonNullable<Swipe["parted"]>;

/** Maps a parting to the value that the other side stores. */
export const inverse: Record<Parted, Parted> = {
  blocker: "blocked",
  blocked: "blocker",
  gone: "blocker",
  match: "match",
};

/**
 * Parts two people for good, by default because `one` blocked the other. Their match, its messages and their pending likes end. Their
 * decisions stay, so the blocked person gets the same responses as before. To them it looks like a pass, and the card stays in their deck
 * until they decide. A like cannot become a pass. If they may have seen a like, it disappears with the card, as if the other person had
 * changed their meeting settings.
 */
export async function partPair(
  ctx: MutationCtx,
  one: Id<"users">,
  other: Id<"users">,
  parted: Parted = "blocker",
): Promise<void> {
  const [mine, theirs] = await Promise.all([swipeBetween(ctx, one, other), swipeBetween(ctx, other, one)]);
  const match = mine?.match ?? theirs?.match;
  if (match) {
    await deleteUnseen(ctx, match);
    await ctx.db.delete("matches", match);
    await endThread(ctx, match);
  }
  const hadLiked = await endLike(ctx, one, other);
  const wasLiked = await endLike(ctx, other, one);
  const kind = match !== undefined || mine?.parted === "match" ? "match" : parted;
  await part(ctx, { from: one, to: other }, mine, knownParting(kind, wasLiked));
  await part(ctx, { from: other, to: one }, theirs, knownParting(inverse[kind], hadLiked));
}

/** Deletes a pending like. True if there was one, which the other person could see. */
async function endLike(ctx: MutationCtx, from: Id<"users">, to: Id<"users">): Promise<boolean> {
  const pending = await pendingBetween(ctx, from, to);
  if (pending !== null) await ctx.db.delete("pendingLikes", pending._id);
  return pending !== null;
}

function knownParting(parted: Parted, wasLiked: boolean): Parted {
  return parted === "blocked" && wasLiked ? "gone" : parted;
}

/** Writes one direction. A stored block stays a block. A person whose visible like ended never sees the other person again. */
async function part(
  ctx: MutationCtx,
  { from, to }: Pick<Swipe, "from" | "to">,
  swipe: Swipe | null,
  next: Parted,
): Promise<void> {
  const parted = swipe?.parted === "blocker" || swipe?.parted === "gone" ? swipe.parted : next;
  if (swipe !== null) await ctx.db.patch("swipes", swipe._id, { parted, match: undefined });
  else await ctx.db.insert("swipes", { from, to, parted });
  if (isUndecided(swipe) && parted !== "blocked") await recordDecided(ctx, from, to);
  if (parted === "blocker" || parted === "match") await clearLastSwipe(ctx, from, to);
}
