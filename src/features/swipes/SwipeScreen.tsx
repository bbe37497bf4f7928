import type { ReactNode } from "react";
import { Outline } from "../../components/Outline";
import { Title } from "../../components/Title";
import { type CurrentUser, useMe } from "../../session/useAttendee";
import { useHeldNetwork } from "../../lib/freeNetwork";
import { useReport } from "../../lib/useReport";
import { useIsLate } from "../../lib/connection";
import { useUpgrade } from "../../lib/useUpgrade";
import type { Card, DeckState } from "./deckState";
import { Deck } from "./Deck";
import type { Speed } from "./release";
import { SwipeActions } from "./SwipeActions";
import { CardSkeleton, EmptyPanel, FailedPanel, IncompletePanel, OutOfSwipesPanel } from "./SwipePanels";
import { useQueuedSwipes } from "./SwipeOutbox";
import { useArrowKeys } from "./useArrowKeys";
import { useDeck } from "./useDeck";
import { useLikeNote } from "./useLikeNote";
import { words } from "./words";

const atRest: Speed = { x: 0, y: 0 };

/** /swipe: the card is the screen. */
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
  const deck = useDeck({ isOut, onNoneLeft: upgrade.open });
  const report = useReport();
  const unsent = useIsLate(queued.length > 0) ? queued.length : 0;
  const [top] = deck.cards;
  const decideTop = (liked: boolean) => {
    if (isOut) upgrade.open();
    else if (top !== undefined) deck.decide(top, liked, atRest);
  };
  // What was not sent yet is taken back without asking anybody, and costs no undo.
  const isHeld = uncounted.some(({ key }) => key === deck.last);
  const isUndoable = isHeld || (uncounted.length === 0 && me.undoable);
  const undo = () => {
    if (!isUndoable) return;
    if (me.undosRemaining === 0 && !isHeld) upgrade.open();
    else deck.undo();
  };
  useHeldNetwork(deck.status === "loading");
  useArrowKeys(decideTop, undo);
  useLikeNote();

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
        onReport={(card) => report(card, () => deck.remove(card))}
      />
      <p aria-live="polite" className="sr-only">
        {cards[0] !== undefined && saidOf(cards[0], deck.returned)}
      </p>
    </SwipeLayout>
  );
}

/** What a screen reader is told of the card on top. */
function saidOf(card: Card, returned: DeckState["returned"]): string {
  return returned?.card._id === card._id ? words.takenBack(card.name) : `${card.name}, ${card.age}`;
}

function panelFor(deck: ReturnType<typeof useDeck>, me: CurrentUser, isOut: boolean): ReactNode {
  if (isOut) return <OutOfSwipesPanel until={me.swipesResetAt} />;
  if (deck.status === "loading") {
    return (
      <Outline>
        <CardSkeleton />
      </Outline>
    );
  }
  if (deck.status === "failed") return <FailedPanel problem={deck.problem} onRetry={deck.refresh} />;
  return <EmptyPanel onRefresh={deck.refresh} />;
}

/**
 * The space for the card, with the actions under it: the whole screen on a phone, as much of a tablet as the card's shape allows,
 * 350 × 500 elsewhere. On a phone that lies they are beside each other.
 */
function SwipeLayout({ panel, actions, children }: { panel?: ReactNode; actions?: ReactNode; children?: ReactNode }) {
  return (
    <div className="relative isolate flex h-[calc(100dvh-var(--bar))] flex-col overflow-hidden md:h-[calc(100dvh-4rem)]">
      <Title>{words.title}</Title>
      <h1 className="sr-only">{words.title}</h1>
      <div aria-hidden className="absolute inset-0 -z-10 stagelight" />
      <div className="flex min-h-0 flex-1 flex-col sm:justify-center sm:gap-7 lying:flex-row lying:gap-2 lying:pr-2">
        <div className="@container-size min-h-0 min-w-0 flex-1 place-items-center sm:mt-14 sm:grid sm:grid-rows-1 sm:max-h-[500px] tablet:max-h-none lying:my-2 lying:ml-3">
          <div className={place}>
            {panel !== undefined && (
              <div className="absolute inset-0 z-10 grid place-items-center-safe overflow-y-auto">{panel}</div>
            )}
            {children}
          </div>
        </div>
        {actions !== undefined && <div className="py-3.5 sm:pt-0 sm:pb-6 lying:self-center lying:p-0">{actions}</div>}
      </div>
    </div>
  );
}

const place =
  "relative size-full sm:w-[350px] lying:w-full lying:max-w-xl " +
  "tablet:aspect-7/10 tablet:h-auto tablet:w-[min(100cqw-3rem,70cqh,40rem)]";
