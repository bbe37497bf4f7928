import { Info } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { PhotoLoading } from "../../components/CardPhotos";
import { classes } from "../../components/classes";
import { PersonCard } from "../../components/PersonCard";
import { useHeldNetwork } from "../../lib/freeNetwork";
import { AnimatedNumber } from "./cardAnimation";
import type { Card, DeckState, Flight } from "./deckState";
import type { Speed } from "./release";
import { useCardMotion, type CardPosition } from "./useCardMotion";
import { words } from "./words";

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

type CardProps = {
  person: Card;
  position: CardPosition;
  from?: { liked: boolean } | undefined;
  lift: AnimatedNumber;
  onDecide: (liked: boolean, speed: Speed) => void;
  onFlightEnd: () => void;
  onReport: () => void;
} & PhotoLoading;

/** One card of the pile. Only the top card is reachable by keyboard and screen reader. */
function SwipeCard({ person, position, from, lift, onDecide, onFlightEnd, onReport, ...loading }: CardProps) {
  const card = useRef<HTMLDivElement>(null);
  const like = useRef<HTMLSpanElement>(null);
  const nope = useRef<HTMLSpanElement>(null);
  const handlers = useCardMotion({ card, like, nope }, { position, from, lift, onDecide, onFlightEnd });
  const onTop = position === 0;
  return (
    <div
      {...handlers}
      ref={card}
      style={{ zIndex: 10 - (typeof position === "number" ? position : -1) }}
      aria-hidden={!onTop}
      inert={!onTop}
      className={classes(
        "absolute inset-0 touch-none will-change-transform select-none sm:origin-top",
        onTop && "cursor-grab active:cursor-grabbing",
      )}
    >
      <PersonCard person={person} isFront={onTop} {...loading}>
        <span ref={like} aria-hidden className={classes(stamp, "left-6 -rotate-14 text-stampyes")}>
          {words.stampLike}
        </span>
        <span ref={nope} aria-hidden className={classes(stamp, "right-6 rotate-14 text-stampno")}>
          {words.stampNope}
        </span>
        <button
          type="button"
          aria-label={words.report(person.name)}
          onClick={onReport}
          className="absolute top-3 right-3 grid size-[max(44px,min(2.75rem,14vw))] cursor-pointer place-items-center rounded-full bg-night/55 text-paper hover:bg-night/80"
        >
          <Info aria-hidden className="size-6" strokeWidth={2.25} />
        </button>
      </PersonCard>
    </div>
  );
}

const stamp =
  "pointer-events-none absolute top-10 will-change-[opacity] rounded-sm border-6 border-double border-current bg-night/45 px-4 pt-3 pb-1 " +
  "font-poster text-poster font-extrabold tracking-wider uppercase stamped";
