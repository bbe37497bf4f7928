import { type ConvexReactClient, useConvex, useConvexConnectionState } from "convex/react";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { useMe } from "../../session/useAttendee";
import { aloneInBrowser } from "../../lib/aloneInBrowser";
import { outboxStorage } from "../../lib/outboxStorage";
import { pause } from "../../lib/pause";
import { HeldCards } from "./heldCards";
import { isUndo, keyOf, swipesOutbox, type Swipes } from "./outbox";
import { sendSwipe } from "./sendSwipe";

type OwnOutbox = {
  outbox: Swipes;
  /** Keys of entries passed to the client. They may have arrived, even without a response yet. */
  given: Set<string>;
  held: HeldCards;
};

const OutboxContext = createContext<OwnOutbox | null>(null);

/**
 * Wraps all member screens, so decisions are sent on any of them. Entries are passed to the client only while it is connected, because it
 * cannot withdraw a mutation. So a swipe undone offline is never sent.
 */
export function SwipeOutbox({ children }: { children: ReactNode }) {
  const convex = useConvex();
  const { _id } = useMe();
  const { isWebSocketConnected } = useConvexConnectionState();
  const [own] = useState(() => outboxOf(_id, convex));
  useEffect(() => (isWebSocketConnected ? own.outbox.start() : undefined), [own, isWebSocketConnected]);
  return <OutboxContext.Provider value={own}>{children}</OutboxContext.Provider>;
}

export function useOutbox(): OwnOutbox {
  const outbox = useContext(OutboxContext);
  if (outbox === null) throw new Error("useOutbox needs a SwipeOutbox above");
  return outbox;
}

/** Returns the queued swipes, live, and those among them that the client's count of remaining swipes does not include. */
export function useQueuedSwipes() {
  const { outbox, given } = useOutbox();
  const queued = useSyncExternalStore(outbox.onChange, outbox.queued);
  const uncounted = queued.filter(({ key, entry }) => !isUndo(entry) && !given.has(key));
  return { queued, uncounted };
}

/** One outbox per person. The next person who signs in on this browser does not send these swipes. */
function outboxOf(person: Id<"users">, convex: ConvexReactClient): OwnOutbox {
  const name = `swipes:${person}`;
  const given = new Set<string>();
  const outbox = swipesOutbox({
    storage: outboxStorage(name),
    send: (entry) => {
      given.add(keyOf(entry));
      return sendSwipe(convex, entry);
    },
    alone: (work) => aloneInBrowser(name, work),
    pause,
  });
  const held = new HeldCards();
  // The next deal contains the refused card again.
  outbox.onRefused(() => held.clear());
  return { outbox, given, held };
}
