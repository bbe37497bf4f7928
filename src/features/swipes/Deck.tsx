import { useLayoutEffect, useState } from "react";
import { AnimatedNumber } from "./animatedNumber";
import type { Card, DeckState, Flight } from "./deckState";
import type { Speed } from "./release";
import { useHeldNetwork } from "../../lib/freeNetwork";
import { SwipeCard } from "./SwipeCard";

/** How many cards are drawn: the top one, the next one, which rises under a drag, and one more to preload its photo. */
const MAX_DRAWN = 3;

type Props = {
  cards: readonly Card[];
  flights: readonly Flight[];
  returned: DeckState["returned"];
  onDecide: (card: Card, liked: boolean, speed: Speed) => void;
  onFlightEnd: (card: Card) => void;
  onReport: (card: Card) => void;
};

/** The pile of cards. A decided card stays drawn until it has left the screen. */
export function Deck({ cards, flights, returned, onDecide, onFlightEnd, onReport }: Props) {
  const [lift] = useState(() => new AnimatedNumber(0));
  const top = cards[0]?._id;
  // The drag is over, and the cards have taken over its lift.
  useLayoutEffect(() => lift.set(0), [top, lift]);

  const [settled, setSettled] = useState<ReadonlySet<Card["_id"]>>(new Set());
  const hasPhoto = (card: Card | undefined) => card === undefined || settled.has(card._id);
  const canPreload = cards.slice(0, MAX_DRAWN).every(hasPhoto);
  useHeldNetwork(!canPreload);

  const drawn = [
    ...cards.slice(0, MAX_DRAWN).map((card, depth) => ({ card, position: depth })),
    ...flights.map(({ card, liked, speed }) => ({ card, position: { liked, speed } })),
  ];
  return (
    <div className="relative size-full">
      {drawn.map(({ card, position }) => (
        <SwipeCard
          key={card._id}
          person={card}
          position={position}
          from={returned?.card._id === card._id ? returned : undefined}
          lift={lift}
          // The top card's photo loads first.
          isDeferred={typeof position === "number" && position > 0 && !hasPhoto(cards[0])}
          canPreload={canPreload}
          onSettled={() => setSettled((ids) => new Set(ids).add(card._id))}
          onDecide={(liked, speed) => onDecide(card, liked, speed)}
          onFlightEnd={() => onFlightEnd(card)}
          onReport={() => onReport(card)}
        />
      ))}
    </div>
  );
}
