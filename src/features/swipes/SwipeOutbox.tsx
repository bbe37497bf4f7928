import type { OptimisticLocalStore } from "convex/browser";
import { useConvex, useConvexConnectionState, type ConvexReactClient } from "convex/react";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { limits } from "../../../convex/shared/limits";
import { browserOutbox } from "../../lib/browserOutbox";
import { isRefusal, messageOf } from "../../lib/errors";
import { neededContext } from "../../lib/neededContext";
import type { SendResult } from "../../lib/outbox";
import { toast } from "../../lib/toast";
import { useMe } from "../../session/useAttendee";
import { LastDeal } from "./lastDeal";
import {
  isEntry,
  isUndo,
  keyOf,
  swipesOutbox,
  type QueuedSwipe,
  type QueuedUndo,
  type RefusalReason,
  type Swipes,
} from "./outbox";
import { words } from "./words";

type OwnOutbox = {
  outbox: Swipes;
  /** Keys of entries passed to the client. They may have arrived, even without a response yet. */
  sentKeys: Set<string>;
  lastDeal: LastDeal;
};

const [OutboxContext, useOutbox] = neededContext<OwnOutbox>("SwipeOutbox");
export { useOutbox };

/**
 * Wraps all member screens, so decisions are sent on any of them. Entries are passed to the client only while it is connected, because it
 * cannot withdraw a mutation. So a swipe undone offline is never sent.
 */
export function SwipeOutbox({ children }: { children: ReactNode }) {
  const convex = useConvex();
  const { _id } = useMe();
  const { isWebSocketConnected } = useConvexConnectionState();
  const [ownOutbox] = useState(() => outboxOf(_id, convex));
  useEffect(() => (isWebSocketConnected ? ownOutbox.outbox.start() : undefined), [ownOutbox, isWebSocketConnected]);
  return <OutboxContext.Provider value={ownOutbox}>{children}</OutboxContext.Provider>;
}

/** Returns the queued swipes, live, and those among them that the client's count of remaining swipes does not include. */
export function useQueuedSwipes() {
  const { outbox, sentKeys } = useOutbox();
  const queued = useSyncExternalStore(outbox.onChange, outbox.queued);
  const uncounted = queued.filter(({ key, entry }) => !isUndo(entry) && !sentKeys.has(key));
  return { queued, uncounted };
}

/** One outbox per person. The next person who signs in on this browser does not send these swipes. */
function outboxOf(userId: Id<"users">, convex: ConvexReactClient): OwnOutbox {
  const sentKeys = new Set<string>();
  const parts = browserOutbox<QueuedSwipe | QueuedUndo, RefusalReason>(`swipes:${userId}`, isEntry);
  const earlierKeys = new Set(parts.storage.read().map(({ key }) => key));
  const outbox = swipesOutbox({
    ...parts,
    send: (entry) => {
      sentKeys.add(keyOf(entry));
      return sendSwipe(convex, entry, earlierKeys.has(keyOf(entry)));
    },
  });
  const lastDeal = new LastDeal();
  // The next deal contains the refused card again.
  outbox.onRefused(() => lastDeal.clear());
  return { outbox, sentKeys, lastDeal };
}

/**
 * Sends a swipe or an undo. The client sends mutations in order. A match is not handled here: both people get it from the live query for
 * unseen matches. `isEarlier`: an earlier page stored the entry.
 */
async function sendSwipe(
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
