import { type MotionValue } from "framer-motion";
import * as m from "framer-motion/m";
import { PersonCard } from "../../components/PersonCard";
import { classes } from "../../components/classes";
import { type Card } from "./deckState";
import { type Speed } from "./release";
import { type Place, useCardMotion } from "./useCardMotion";
import { words } from "./words";

type Props = {
  person: Card;
  place: Place;
  lift: MotionValue<number>;
  onDecide: (liked: boolean, speed: Speed) => void;
  onGone: () => void;
};

/** One card of the pile. Only the one on top is there for the keyboard and the screen reader. */
export function SwipeCard({ person, place, lift, onDecide, onGone }: Props) {
  const { style, like, nope, handlers } = useCardMotion({ place, lift, onDecide, onGone });
  const onTop = place === 0;
  const depth = typeof place === "number" ? place : -1;
  return (
    <m.div
      {...handlers}
      style={{ ...style, zIndex: 10 - depth }}
      aria-hidden={!onTop}
      inert={!onTop}
      className={classes(
        "absolute inset-0 touch-none sm:origin-top select-none will-change-transform",
        onTop && "cursor-grab active:cursor-grabbing",
      )}
    >
      <PersonCard person={person}>
        <m.span aria-hidden style={{ opacity: like }} className={classes(stamp, "left-6 -rotate-14 text-stampyes")}>
          {words.stampLike}
        </m.span>
        <m.span aria-hidden style={{ opacity: nope }} className={classes(stamp, "right-6 rotate-14 text-stampno")}>
          {words.stampNope}
        </m.span>
      </PersonCard>
    </m.div>
  );
}

const stamp =
  "pointer-events-none absolute top-10 rounded-sm border-6 border-double border-current bg-night/45 px-4 pt-3 pb-1 " +
  "font-poster text-poster font-extrabold tracking-wider uppercase stamped";
