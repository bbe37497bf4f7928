import { useConvex, useConvexConnectionState, type ConvexReactClient } from "convex/react";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { browserOutbox } from "../../lib/browserOutbox";
import { neededContext } from "../../lib/neededContext";
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
import { sendSwipe } from "./sendSwipe";

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
