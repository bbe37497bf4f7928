import type { ReactNode } from "react";
import { USES_ARROWS } from "../../components/CardPhotos";
import { OnlineSkeleton } from "../../components/OnlineSkeleton";
import { hasOpenLayers } from "../../components/useBackCloses";
import { useIsLate } from "../../lib/connection";
import { useHeldNetwork } from "../../lib/freeNetwork";
import { useListen } from "../../lib/useListen";
import { useReport } from "../../lib/useReport";
import { useUpgrade } from "../../lib/useUpgrade";
import { useMe, type CurrentUser } from "../../session/useAttendee";
import { Deck } from "./Deck";
import type { Card, DeckState } from "./deckState";
import type { Speed } from "./release";
import { SwipeActions } from "./SwipeActions";
import { SwipeLayout } from "./SwipeLayout";
import { useQueuedSwipes } from "./SwipeOutbox";
import { EmptyPanel, FailedPanel, IncompletePanel, OutOfSwipesPanel } from "./SwipePanels";
import { CardSkeleton } from "./SwipeSkeleton";
import { useDeck } from "./useDeck";
import { words } from "./words";

const atRest: Speed = { x: 0, y: 0 };

/** /swipe: the deck, in full screen. */
export function SwipeScreen() {
  const me = useMe();
  if (!me.profileCompleted) return <SwipeLayout panel={<IncompletePanel to="/create-profile" />} />;
  if (me.gender === null) return <SwipeLayout panel={<IncompletePanel to="/edit-profile" />} />;
  return <SwipeDeck me={me} />;
}

function SwipeDeck({ me }: { me: CurrentUser }) {
  const { queued, uncounted } = useQueuedSwipes();
  const left = me.isPremium ? null : Math.max(0, me.swipesRemaining - uncounted.length);
  const isOut = left === 0;
  const upgrade = useUpgrade();
  const deck = useDeck({ left, onNoneLeft: upgrade.open });
  const report = useReport();
  const unsent = useIsLate(queued.length > 0) ? queued.length : 0;
  const [top] = deck.cards;
  const decideTop = (liked: boolean) => {
    if (isOut) upgrade.open();
    else if (top !== undefined) deck.decide(top, liked, atRest);
  };
  // Undoing an unsent swipe is local and costs no undo.
  const isUnsent = uncounted.some(({ key }) => key === deck.last);
  const isUndoable = isUnsent || (uncounted.length === 0 && me.undoable);
  const undo = () => {
    if (!isUndoable) return;
    if (me.undosRemaining === 0 && !isUnsent) upgrade.open();
    else deck.undo();
  };
  useHeldNetwork(deck.status === "loading");
  useArrowKeys(decideTop, undo);

  const panel = panelFor(deck, me, isOut);
  const cards: readonly Card[] = isOut ? [] : deck.cards;
  return (
    <SwipeLayout
      panel={cards.length === 0 ? panel : undefined}
      actions={
        <SwipeActions
          left={left}
          onDecide={decideTop}
          disabled={cards.length === 0 && !isOut}
          hidden={cards.length === 0 && !isOut && deck.status !== "loading"}
          unsent={unsent}
          undo={{ left: me.undosRemaining, isPossible: isUndoable, onUndo: undo }}
        />
      }
    >
      <Deck
        cards={cards}
        flights={deck.flights}
        returned={deck.returned}
        onDecide={deck.decide}
        onFlightEnd={deck.endFlight}
        onReport={(card) => report(card)}
      />
      <p aria-live="polite" className="sr-only">
        {cards[0] !== undefined && announcementOf(cards[0], deck.returned)}
      </p>
    </SwipeLayout>
  );
}

/** Returns the screen reader's announcement of the top card. */
function announcementOf(card: Card, returned: DeckState["returned"]): string {
  return returned?.card._id === card._id ? words.takenBack(card.name) : `${card.name}, ${card.age}`;
}

function panelFor(deck: ReturnType<typeof useDeck>, me: CurrentUser, isOut: boolean): ReactNode {
  if (isOut) return <OutOfSwipesPanel until={me.swipesResetAt} />;
  if (deck.status === "loading") {
    return (
      <OnlineSkeleton>
        <CardSkeleton />
      </OnlineSkeleton>
    );
  }
  if (deck.status === "failed") return <FailedPanel problem={deck.problem} onRetry={deck.refresh} />;
  return <EmptyPanel onRefresh={deck.refresh} />;
}

/** Left and right decide on the top card, Backspace and U undo, unless the focused element uses these keys itself. */
function useArrowKeys(decide: (liked: boolean) => void, undo: () => void) {
  useListen(window, "keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    // While a dialog's button is busy, it has no focus, and the keys go to the page.
    if (hasOpenLayers()) return;
    if (event.target instanceof Element && event.target.closest(USES_ARROWS) !== null) return;
    if (event.key === "ArrowRight") decide(true);
    if (event.key === "ArrowLeft") decide(false);
    if (event.key === "Backspace" || event.key.toLowerCase() === "u") undo();
  });
}
