import { type ConvexReactClient, useConvex } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useMe } from "../../session/useAttendee";
import { draft } from "../../lib/draft";
import { isRefusal, messageOf } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { type Answer, openOutbox, type Outbox, type Shelf, type Waiting } from "./outbox";
import { words } from "./words";

const OutboxContext = createContext<Outbox | null>(null);

/** Around all screens of a member: what was decided is sent from whichever of them is open. */
export function SwipeOutbox({ children }: { children: ReactNode }) {
  const convex = useConvex();
  const { _id } = useMe();
  const [outbox] = useState(() => openOutbox(shelfOf(_id), (swipe) => send(convex, swipe)));
  useEffect(() => outbox.resume(), [outbox]);
  return <OutboxContext.Provider value={outbox}>{children}</OutboxContext.Provider>;
}

export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (outbox === null) throw new Error("useOutbox needs a SwipeOutbox above");
  return outbox;
}

/** What waits for an answer, live. */
export function useWaiting(): readonly Waiting[] {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.onChange, outbox.waiting);
}

/** Bound to the person: whoever signs in next in this browser sends nothing of it. */
function shelfOf(person: Id<"users">): Shelf {
  const kept = draft<{ swipes: readonly Waiting[] }>(`swipes:${person}`, "browser");
  return {
    read: () => kept.read().swipes ?? [],
    write: (swipes) => (swipes.length === 0 ? kept.clear() : kept.write({ swipes })),
  };
}

/**
 * The client sends what it is given in order, and waits for a network that is away. A match needs no word here: it comes to
 * both people by the same live list.
 */
async function send(convex: ConvexReactClient, swipe: Waiting): Promise<Answer> {
  try {
    await convex.mutation(api.swipes.swipe, swipe, { optimisticUpdate: countDown });
    return "taken";
  } catch (error) {
    // The door is about to say so; the same person may come back.
    if (isRefusal(error, "UNAUTHENTICATED")) return "unknown";
    const why = messageOf(error, words.failedSwipe);
    toast.error(why, why);
    return isRefusal(error, "SWIPE_LIMIT_REACHED") ? "spent" : "refused";
  }
}

/** What is left today counts down at once. */
function countDown(store: OptimisticLocalStore) {
  const me = store.getQuery(api.profiles.me, {});
  if (me === undefined || me.isPremium) return;
  store.setQuery(api.profiles.me, {}, { ...me, swipesRemaining: Math.max(0, me.swipesRemaining - 1) });
}
