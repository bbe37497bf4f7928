import { motionValue } from "framer-motion";
import { useLayoutEffect, useState } from "react";
import { type Card, type Flight } from "./deckState";
import { type Speed } from "./release";
import { SwipeCard } from "./SwipeCard";

/** So many cards are drawn: the one on top, the one that rises, and one more under it. */
const DRAWN = 3;
/** So many photos beyond those are fetched ahead. */
const AHEAD = 4;

type Props = {
  cards: readonly Card[];
  flights: readonly Flight[];
  onDecide: (card: Card, liked: boolean, speed: Speed) => void;
  onGone: (card: Card) => void;
  onReport: (card: Card) => void;
};

/** The pile of cards. A decided one stays drawn until it has left. */
export function Deck({ cards, flights, onDecide, onGone, onReport }: Props) {
  const [lift] = useState(() => motionValue(0));
  const top = cards[0]?._id;
  // After the cards have taken over what was lifted, the next drag starts from nothing.
  useLayoutEffect(() => lift.set(0), [top, lift]);

  const drawn = [
    ...cards.slice(0, DRAWN).map((card, place) => ({ card, place })),
    ...flights.map(({ card, liked, speed }) => ({ card, place: { liked, speed } })),
  ];
  return (
    <div className="relative size-full">
      {drawn.map(({ card, place }) => (
        <SwipeCard
          key={card._id}
          person={card}
          place={place}
          lift={lift}
          onDecide={(liked, speed) => onDecide(card, liked, speed)}
          onGone={() => onGone(card)}
          onReport={() => onReport(card)}
        />
      ))}
      <div hidden>
        {cards.slice(DRAWN, DRAWN + AHEAD).map(({ _id, photoURL }) => (
          <img key={_id} src={photoURL} alt="" fetchPriority="low" />
        ))}
      </div>
    </div>
  );
}
