import { useConvex } from "convex/react";
import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { fail } from "../../../convex/shared/errors";
import { useReach } from "../../lib/acts";
import { messageOf, OutOfReach } from "../../lib/errors";
import { newKey } from "../../lib/outbox";
import { toast } from "../../lib/toast";
import type { Card, DeckEvent, Decided } from "./deckState";
import { undoSwipe, useOutbox } from "./SwipeOutbox";
import { fetchCards } from "./useDealing";
import { words } from "./words";

type Options = {
  decided: Decided;
  dispatch: (event: DeckEvent) => void;
  isLoading: () => boolean;
  /** Called when an undone card is back in the deck. */
  onReturned: () => void;
};

/** The last decision made on this page, until it is undone or refused, and its undo. */
export function useLastDecision({ decided, dispatch, isLoading, onReturned }: Options) {
  const convex = useConvex();
  const reach = useReach();
  const { outbox, sentKeys } = useOutbox();
  const isUndoingUnseen = useRef(false);
  const [last, setLast] = useState<{ card: Card; liked: boolean } | null>(null);

  function undo() {
    if (last === null) return void undoUnseen();
    const { card, liked } = last;
    setLast(null);
    decided.delete(card._id);
    dispatch({ type: "returned", card, liked });
    onReturned();
    const isQueuedHere = outbox.queued().some(({ key }) => key === card._id) && !sentKeys.has(card._id);
    const isUnsent = isQueuedHere && !convex.connectionState().isWebSocketConnected;
    // Added before the swipe is removed. While the swipe is queued, another tab may be sending it, and the undo waits for that tab.
    if (!isUnsent) outbox.add({ profileId: card._id, undo: true, key: newKey() });
    outbox.remove(card._id);
  }

  /** Undoes a swipe made before this page was loaded. */
  async function undoUnseen() {
    if (isUndoingUnseen.current) return;
    isUndoingUnseen.current = true;
    try {
      await reach();
      if (isLoading()) return;
      const profileId = await convex.query(api.swipes.last, {});
      if (profileId === null) fail("NOT_FOUND", words.failedUndo);
      await undoSwipe(convex, profileId);
      decided.delete(profileId);
      const card = (await fetchCards(convex)).find(({ _id }) => _id === profileId);
      if (card) dispatch({ type: "returned", card, liked: false });
    } catch (error) {
      toast.error(messageOf(error, error instanceof OutOfReach ? words.failedSwipe : words.failedUndo));
    } finally {
      isUndoingUnseen.current = false;
    }
  }

  return {
    last: last?.card._id ?? null,
    setLast,
    /** Call when the decision about a person was refused. */
    forget: (person: Id<"users">) => setLast((current) => (current?.card._id === person ? null : current)),
    undo,
  };
}
