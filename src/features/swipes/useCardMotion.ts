import { type MotionValue } from "framer-motion";
import { type PointerEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type CardMotion, fly, newCardMotion, render, settle, snapBack } from "./cardAnimation";
import { decisionOf, type Sample, type Speed, speedOf } from "./release";

/** Where a card is: a depth in the pile (0 is on top), or on its way off with the speed it was let go with. */
export type CardPosition = number | { liked: boolean; speed: Speed };

type Options = {
  position: CardPosition;
  /** It comes back from this side when it is drawn first. */
  from?: { liked: boolean } | undefined;
  /** How far the pile has risen under the dragged card, 0 to 1. Shared by all cards. */
  lift: MotionValue<number>;
  onDecide: (liked: boolean, speed: Speed) => void;
  onFlightEnd: () => void;
};

/** Pixels of drag after which the next card has risen all the way. */
const FULL_LIFT = 160;

/** Moves a card: it follows the finger exactly, tilts from where it is held, and leaves with the speed of the drag. */
export function useCardMotion(
  element: RefObject<HTMLElement | null>,
  { position, from, lift, onDecide, onFlightEnd }: Options,
) {
  const [motion] = useState(() => newCardMotion(typeof position === "number" ? position : 0, from));
  const onTop = position === 0;

  useLayoutEffect(
    () => (element.current === null ? undefined : render(element.current, motion, lift)),
    [element, motion, lift],
  );
  useLayoutEffect(() => {
    if (!onTop) return;
    return motion.x.on("change", (x) => lift.set(Math.min(1, Math.abs(x) / FULL_LIFT)));
  }, [onTop, motion, lift]);
  useMoves(motion, position, lift, onFlightEnd);

  return useDrag(motion, onTop, onDecide);
}

/** Starts a movement whenever the card's position changes. */
function useMoves(motion: CardMotion, position: CardPosition, lift: MotionValue<number>, onFlightEnd: () => void) {
  const depth = typeof position === "number" ? position : -1;
  const endFlight = useEffectEvent(onFlightEnd);
  const start = useEffectEvent(() =>
    typeof position === "number"
      ? settle(motion, position, lift.get())
      : fly(motion, position.liked, position.speed, () => endFlight()),
  );
  useLayoutEffect(() => {
    const running = start();
    return () => running.stop();
  }, [motion, depth, lift]);
}

type Drag = { id: number; fromX: number; fromY: number; samples: Sample[] };

/** Own pointer events, no drag library: the card is under the finger from the first pixel, with mouse, pen and touch. */
function useDrag({ x, y, grip, ...rest }: CardMotion, onTop: boolean, onDecide: Options["onDecide"]) {
  const drag = useRef<Drag | null>(null);
  const snapping = useRef<{ stop: () => void } | null>(null);

  function start(event: PointerEvent<HTMLElement>) {
    if (!onTop || drag.current !== null || event.button !== 0 || isControl(event.target)) return;
    snapping.current?.stop();
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    grip.set(gripOf((event.clientY - box.top) / box.height));
    drag.current = { id: event.pointerId, fromX: event.clientX - x.get(), fromY: event.clientY - y.get(), samples: [] };
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (drag.current?.id !== event.pointerId) return;
    x.set(event.clientX - drag.current.fromX);
    y.set(event.clientY - drag.current.fromY);
    drag.current.samples = [...drag.current.samples.slice(-12), { at: event.timeStamp, x: x.get(), y: y.get() }];
  }

  function end(event: PointerEvent<HTMLElement>) {
    if (drag.current?.id !== event.pointerId) return;
    const speed = speedOf(drag.current.samples, event.timeStamp);
    drag.current = null;
    const decision = event.type === "pointercancel" ? null : decisionOf(x.get(), speed.x);
    if (decision === null) snapping.current = snapBack({ x, y, grip, ...rest });
    else onDecide(decision === "like", speed);
  }

  return { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end };
}

/** From 1 (held at the top) to -1 (held at the bottom), never close to 0. */
function gripOf(height: number): number {
  const grip = 1 - 2 * Math.min(1, Math.max(0, height));
  return Math.sign(grip || 1) * (0.35 + 0.65 * Math.abs(grip));
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, a") !== null;
}
