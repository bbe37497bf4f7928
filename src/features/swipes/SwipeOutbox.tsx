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
  /** The keys of entries that were given to the client: whether they have arrived is not known until they are answered. */
  given: Set<string>;
  held: HeldCards;
};

const OutboxContext = createContext<OwnOutbox | null>(null);

/**
 * Around all screens of a member: a decision is sent whichever screen is open. Without a connection none is given to the client,
 * which could not forget it again, so that one that is taken back meanwhile was never made.
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

/** The unanswered swipes, live, and how many of them the client's count of remaining swipes lacks. */
export function useQueuedSwipes() {
  const { outbox, given } = useOutbox();
  const queued = useSyncExternalStore(outbox.onChange, outbox.queued);
  const uncounted = queued.filter(({ key, entry }) => !isUndo(entry) && !given.has(key));
  return { queued, uncounted };
}

/** One outbox for each person: the next person who signs in on this browser does not send these swipes. */
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
  // The refused card comes back with the next deal.
  outbox.onRefused(() => held.clear());
  return { outbox, given, held };
}
