import {
  animate,
  type MotionValue,
  useMotionValue,
  useMotionValueEvent,
  useReducedMotion,
  useTransform,
} from "framer-motion";
import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { decisionOf, type Sample, type Speed, speedOf } from "./release";

/** Where a card is: a depth in the pile (0 is on top), or on its way off with the speed it was let go with. */
export type Place = number | { liked: boolean; speed: Speed };

type Options = {
  place: Place;
  /** How far the pile has risen under the dragged card, 0 to 1. Shared by all cards. */
  lift: MotionValue<number>;
  onDecide: (liked: boolean, speed: Speed) => void;
  onGone: () => void;
};

/** Pixels of drag after which the next card has risen all the way. */
const RISEN = 160;
const spring = { type: "spring", stiffness: 520, damping: 34 } as const;

/** The weight of a card: it follows the finger exactly, tilts from where it is held, and leaves with its own speed. */
export function useCardMotion({ place, lift, onDecide, onGone }: Options) {
  const still = useReducedMotion() === true;
  const [x, y, opacity] = [useMotionValue(0), useMotionValue(0), useMotionValue(1)];
  const depth = useMotionValue(typeof place === "number" ? place : 0);
  // Above the middle the hand is over the card's centre of mass, below under it: the tilt turns round.
  const grip = useMotionValue(1);
  const below = useTransform(() => Math.max(0, depth.get() - (depth.get() > 0 ? lift.get() : 0)));
  const [peek] = useState(peekHere);
  const onTop = place === 0;

  useMotionValueEvent(x, "change", (now) => {
    if (onTop) lift.set(Math.min(1, Math.abs(now) / RISEN));
  });
  usePlace({ place, still, x, y, opacity, depth, lift, onGone });

  return {
    style: {
      x,
      y: useTransform(() => y.get() - peek * below.get()),
      opacity,
      rotate: useTransform(() => (still ? 0 : (x.get() / 20) * grip.get())),
      scale: useTransform(() => 1 - 0.05 * below.get()),
    },
    like: useTransform(x, [12, 100], [0, 1]),
    nope: useTransform(x, [-12, -100], [0, 1]),
    handlers: useDrag({ onTop, x, y, grip, onDecide }),
  };
}

/** Where there is room the pile looks out over the card on top, so many pixels each; on a phone the card is the screen. */
function peekHere(): number {
  return window.matchMedia("(min-width: 40rem)").matches ? 24 : 0;
}

type Moved = { x: MotionValue<number>; y: MotionValue<number> };

/** Takes the card to its place whenever that changes: up the pile, off the screen, or back from there. */
function usePlace(
  moved: Moved &
    Pick<Options, "place" | "lift" | "onGone"> & {
      still: boolean;
      opacity: MotionValue<number>;
      depth: MotionValue<number>;
    },
) {
  const latest = useRef(moved);
  const flying = typeof moved.place !== "number";
  const key = flying ? -1 : moved.place;
  useLayoutEffect(() => {
    latest.current = moved;
  });
  useLayoutEffect(() => {
    const { place, still, x, y, opacity, depth, lift } = latest.current;
    if (typeof place !== "number") return fly(place, latest.current, () => latest.current.onGone());
    opacity.jump(1);
    if (depth.get() > place) depth.jump(Math.max(place, depth.get() - lift.get()));
    const move = still ? { duration: 0 } : spring;
    const moves = [animate(depth, place, move), animate(x, 0, move), animate(y, 0, move)];
    return () => moves.forEach((each) => each.stop());
  }, [key]);
}

function fly(
  { liked, speed }: Exclude<Place, number>,
  { x, y, opacity, still }: Moved & { opacity: MotionValue<number>; still: boolean },
  gone: () => void,
) {
  if (still) {
    const fade = animate(opacity, 0, { duration: 0.15, onComplete: gone });
    return () => fade.stop();
  }
  const away = (liked ? 1 : -1) * (window.innerWidth / 2 + 420);
  const thrown = speed.x !== 0;
  const duration = Math.min(0.42, Math.max(0.18, Math.abs(away - x.get()) / Math.max(1.6, Math.abs(speed.x)) / 1000));
  const ease = thrown ? "linear" : "easeIn";
  const moves = [
    animate(x, away, { duration, ease, onComplete: gone }),
    animate(y, y.get() + speed.y * duration * 600, { duration, ease }),
  ];
  return () => moves.forEach((each) => each.stop());
}

/** Pointer events by hand: the card is under the finger from the first pixel, with mouse, pen and touch alike. */
function useDrag({
  onTop,
  x,
  y,
  grip,
  onDecide,
}: Moved & { onTop: boolean; grip: MotionValue<number>; onDecide: Options["onDecide"] }) {
  const held = useRef<{ id: number; fromX: number; fromY: number; samples: Sample[] } | null>(null);

  function take(event: PointerEvent<HTMLElement>) {
    if (!onTop || held.current !== null || event.button !== 0 || isControl(event.target)) return;
    x.stop();
    y.stop();
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    grip.set(gripOf((event.clientY - box.top) / box.height));
    held.current = { id: event.pointerId, fromX: event.clientX - x.get(), fromY: event.clientY - y.get(), samples: [] };
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (held.current?.id !== event.pointerId) return;
    x.set(event.clientX - held.current.fromX);
    y.set(event.clientY - held.current.fromY);
    held.current.samples = [...held.current.samples.slice(-12), { at: event.timeStamp, x: x.get(), y: y.get() }];
  }

  function letGo(event: PointerEvent<HTMLElement>) {
    if (held.current?.id !== event.pointerId) return;
    const speed = speedOf(held.current.samples, event.timeStamp);
    held.current = null;
    const decision = event.type === "pointercancel" ? null : decisionOf(x.get(), speed.x);
    if (decision !== null) return onDecide(decision === "like", speed);
    animate(x, 0, spring);
    animate(y, 0, spring);
  }

  return { onPointerDown: take, onPointerMove: move, onPointerUp: letGo, onPointerCancel: letGo };
}

/** From 1 (held at the head) to -1 (held at the foot), never quite nothing. */
function gripOf(height: number): number {
  const grip = 1 - 2 * Math.min(1, Math.max(0, height));
  return Math.sign(grip || 1) * (0.35 + 0.65 * Math.abs(grip));
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, a") !== null;
}
