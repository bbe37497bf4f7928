import { Info } from "lucide-react";
import { useRef } from "react";
import type { PhotoLoading } from "../../components/CardPhotos";
import { PersonCard } from "../../components/PersonCard";
import { classes } from "../../components/classes";
import type { AnimatedNumber } from "./animatedNumber";
import type { Card } from "./deckState";
import type { Speed } from "./release";
import { type CardPosition, useCardMotion } from "./useCardMotion";
import { words } from "./words";

type Props = {
  person: Card;
  position: CardPosition;
  from?: { liked: boolean } | undefined;
  lift: AnimatedNumber;
  onDecide: (liked: boolean, speed: Speed) => void;
  onFlightEnd: () => void;
  onReport: () => void;
} & PhotoLoading;

/** One card of the pile. Only the top card is reachable by keyboard and screen reader. */
export function SwipeCard({ person, position, from, lift, onDecide, onFlightEnd, onReport, ...loading }: Props) {
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
