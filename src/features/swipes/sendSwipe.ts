import type { ConvexReactClient } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { isRefusal, messageOf } from "../../lib/errors";
import type { SendResult } from "../../lib/outbox";
import { toast } from "../../lib/toast";
import { isUndo, type QueuedSwipe, type QueuedUndo, type RefusalReason } from "./outbox";
import { words } from "./words";

/**
 * Sends a swipe or an undo. The client sends mutations in order. A match is not handled here: both people get it from the live query for
 * unseen matches. `isEarlier`: an earlier page stored the entry.
 */
export async function sendSwipe(
  convex: ConvexReactClient,
  entry: QueuedSwipe | QueuedUndo,
  isEarlier: boolean,
): Promise<SendResult<RefusalReason>> {
  try {
    if (isUndo(entry)) await undoSwipe(convex, entry.profileId);
    else await convex.mutation(api.swipes.swipe, entry, { optimisticUpdate: countSwipe });
    return "accepted";
  } catch (error) {
    // The session itself reports its expiry. The swipe is sent once the same person is signed in again.
    if (isRefusal(error, "UNAUTHENTICATED")) return "unknown";
    // Its swipe was on the way when that page closed, and has not arrived. So nothing is left to undo.
    if (isUndo(entry) && isEarlier && isRefusal(error, "NOT_FOUND")) return "accepted";
    // The refusal's own sentence does not say that the card is gone.
    const isGone = !isUndo(entry) && isRefusal(error, "ALREADY_DECIDED", "NOT_FOUND");
    const message = isGone ? words.gone : messageOf(error, isUndo(entry) ? words.failedUndo : words.failedSwipe);
    toast.error(message, message);
    if (isGone) return { refused: "gone" };
    return { refused: isRefusal(error, "SWIPE_LIMIT_REACHED") ? "noneLeft" : "refused" };
  }
}

/** Undoes the last swipe, which was about this person. */
export async function undoSwipe(convex: ConvexReactClient, profileId: QueuedUndo["profileId"]): Promise<void> {
  await convex.mutation(api.swipes.undo, { profileId }, { optimisticUpdate: countUndo });
}

/** Optimistic: counts the swipe and enables Undo. */
function countSwipe(store: OptimisticLocalStore) {
  const me = store.getQuery(api.profiles.me, {});
  if (me === undefined) return;
  const swipesRemaining = me.isPremium ? me.swipesRemaining : Math.max(0, me.swipesRemaining - 1);
  store.setQuery(api.profiles.me, {}, { ...me, swipesRemaining, undoable: true });
}

function countUndo(store: OptimisticLocalStore) {
  const me = store.getQuery(api.profiles.me, {});
  if (me === undefined) return;
  const swipesRemaining = Math.min(limits.swipesPerDay, me.swipesRemaining + (me.isPremium ? 0 : 1));
  const undosRemaining = me.undosRemaining === null ? null : Math.max(0, me.undosRemaining - 1);
  store.setQuery(api.profiles.me, {}, { ...me, swipesRemaining, undosRemaining, undoable: false });
}
