import { type ConvexReactClient, useConvex } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useMe } from "../../session/useAttendee";
import { aloneInBrowser } from "../../lib/aloneInBrowser";
import { isRefusal, messageOf } from "../../lib/errors";
import type { SendResult } from "../../lib/outbox";
import { outboxStorage } from "../../lib/outboxStorage";
import { pause } from "../../lib/pause";
import { toast } from "../../lib/toast";
import { swipesOutbox, type QueuedSwipe, type RefusalReason, type Swipes } from "./outbox";
import { words } from "./words";

const OutboxContext = createContext<Swipes | null>(null);

/** Around all screens of a member: a decision is sent whichever screen is open. */
export function SwipeOutbox({ children }: { children: ReactNode }) {
  const convex = useConvex();
  const { _id } = useMe();
  const [outbox] = useState(() => outboxOf(_id, (swipe) => send(convex, swipe)));
  useEffect(() => outbox.start(), [outbox]);
  return <OutboxContext.Provider value={outbox}>{children}</OutboxContext.Provider>;
}

export function useOutbox(): Swipes {
  const outbox = useContext(OutboxContext);
  if (outbox === null) throw new Error("useOutbox needs a SwipeOutbox above");
  return outbox;
}

/** The swipes without an answer yet, live. */
export function useQueuedSwipes(): ReturnType<Swipes["queued"]> {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.onChange, outbox.queued);
}

/** One outbox for each person: the next person who signs in on this browser does not send these swipes. */
function outboxOf(person: Id<"users">, send: (swipe: QueuedSwipe) => Promise<SendResult<RefusalReason>>): Swipes {
  const name = `swipes:${person}`;
  return swipesOutbox({ storage: outboxStorage(name), send, alone: (work) => aloneInBrowser(name, work), pause });
}

/**
 * The client sends mutations in order and holds them while it is offline. A match is not handled here: it reaches both
 * people by the live list of matches.
 */
async function send(convex: ConvexReactClient, swipe: QueuedSwipe): Promise<SendResult<RefusalReason>> {
  try {
    await convex.mutation(api.swipes.swipe, swipe, { optimisticUpdate: countSwipe });
    return "accepted";
  } catch (error) {
    // The session tells them that it expired. The swipe is sent when the same person is back.
    if (isRefusal(error, "UNAUTHENTICATED")) return "unknown";
    const message = messageOf(error, words.failedSwipe);
    toast.error(message, message);
    return { refused: isRefusal(error, "SWIPE_LIMIT_REACHED") ? "noneLeft" : "refused" };
  }
}

/** The number of swipes left today goes down at once. */
function countSwipe(store: OptimisticLocalStore) {
  const me = store.getQuery(api.profiles.me, {});
  if (me === undefined || me.isPremium) return;
  store.setQuery(api.profiles.me, {}, { ...me, swipesRemaining: Math.max(0, me.swipesRemaining - 1) });
}
