import { type ReactNode } from "react";
import { Title } from "../../components/Title";
import { type CurrentUser, useMe } from "../../session/useAttendee";
import { useReport } from "../../lib/useReport";
import { useIsLate } from "../../lib/connection";
import { useUpgrade } from "../../lib/useUpgrade";
import { type Card } from "./deckState";
import { Deck } from "./Deck";
import { type Speed } from "./release";
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
  const isOut = !me.isPremium && me.swipesRemaining <= 0;
  const upgrade = useUpgrade();
  const deck = useDeck({ isOut, onNoneLeft: upgrade.open });
  const report = useReport();
  const queued = useQueuedSwipes();
  const unsent = useIsLate(queued.length > 0) ? queued.length : 0;
  const [top] = deck.cards;
  const decideTop = (liked: boolean) => {
    if (isOut) upgrade.open();
    else if (top !== undefined) deck.decide(top, liked, atRest);
  };
  useArrowKeys(decideTop);
  useLikeNote();

  const panel = panelFor(deck, me, isOut);
  const cards: readonly Card[] = isOut ? [] : deck.cards;
  return (
    <SwipeLayout
      panel={cards.length === 0 ? panel : undefined}
      actions={
        <SwipeActions
          left={me.isPremium ? null : me.swipesRemaining}
          onDecide={decideTop}
          disabled={cards.length === 0 && !isOut}
          hidden={cards.length === 0 && !isOut && deck.status !== "loading"}
          unsent={unsent}
        />
      }
    >
      <Deck
        cards={cards}
        flights={deck.flights}
        onDecide={deck.decide}
        onFlightEnd={deck.endFlight}
        onReport={(card) => report(card, () => deck.remove(card))}
      />
      <p aria-live="polite" className="sr-only">
        {cards[0] !== undefined && `${cards[0].name}, ${cards[0].age}`}
      </p>
    </SwipeLayout>
  );
}

function panelFor(deck: ReturnType<typeof useDeck>, me: CurrentUser, isOut: boolean): ReactNode {
  if (isOut) return <OutOfSwipesPanel until={me.swipesResetAt} />;
  if (deck.status === "loading") return <CardSkeleton />;
  if (deck.status === "failed") return <FailedPanel problem={deck.problem} onRetry={deck.refresh} />;
  return <EmptyPanel onRefresh={deck.refresh} />;
}

/** The space for the card (the whole screen on a phone, 350 × 500 elsewhere) with the actions under it. */
function SwipeLayout({ panel, actions, children }: { panel?: ReactNode; actions?: ReactNode; children?: ReactNode }) {
  return (
    <div className="relative isolate flex h-[calc(100dvh-var(--bar))] flex-col overflow-hidden md:h-[calc(100dvh-4rem)] lying:overflow-y-auto">
      <Title>{words.title}</Title>
      <h1 className="sr-only">{words.title}</h1>
      <div aria-hidden className="absolute inset-0 -z-10 stagelight" />
      <div className="flex min-h-0 flex-1 flex-col sm:items-center sm:justify-center sm:gap-7 lying:flex-row">
        <div className="relative min-h-0 flex-1 sm:mt-14 sm:max-h-[500px] sm:w-[350px] lying:mt-4 lying:mb-3 lying:flex-none lying:self-stretch">
          {panel !== undefined && (
            <div className="absolute inset-0 z-10 grid place-items-center lying:static">{panel}</div>
          )}
          {children}
        </div>
        {actions !== undefined && <div className="py-3.5 sm:pt-0 sm:pb-6">{actions}</div>}
      </div>
    </div>
  );
}
