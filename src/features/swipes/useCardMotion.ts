import { type MotionValue } from "framer-motion";
import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type CardBody, drawn, fly, newBody, settle, snapBack } from "./cardAnimation";
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

/** The weight of a card: it follows the finger exactly, tilts from where it is held, and leaves with its own speed. */
export function useCardMotion(element: RefObject<HTMLElement | null>, { place, lift, onDecide, onGone }: Options) {
  const [body] = useState(() => newBody(typeof place === "number" ? place : 0));
  const onTop = place === 0;

  useLayoutEffect(
    () => (element.current === null ? undefined : drawn(element.current, body, lift)),
    [element, body, lift],
  );
  useLayoutEffect(() => {
    if (!onTop) return;
    return body.x.on("change", (x) => lift.set(Math.min(1, Math.abs(x) / RISEN)));
  }, [onTop, body, lift]);
  useMoves(body, place, lift, onGone);

  return useDrag(body, onTop, onDecide);
}

/** Sets the card moving whenever its place changes. */
function useMoves(body: CardBody, place: Place, lift: MotionValue<number>, onGone: () => void) {
  const latest = useRef({ place, onGone });
  const isFlying = typeof place !== "number";
  const depth = isFlying ? -1 : place;
  useLayoutEffect(() => {
    latest.current = { place, onGone };
  });
  useLayoutEffect(() => {
    const { place: to } = latest.current;
    const running =
      typeof to === "number"
        ? settle(body, to, lift.get())
        : fly(body, to.liked, to.speed, () => latest.current.onGone());
    return () => running.stop();
  }, [body, depth, lift]);
}

type Held = { id: number; fromX: number; fromY: number; samples: Sample[] };

/** Pointer events by hand: the card is under the finger from the first pixel, with mouse, pen and touch alike. */
function useDrag({ x, y, grip, ...rest }: CardBody, onTop: boolean, onDecide: Options["onDecide"]) {
  const held = useRef<Held | null>(null);
  const back = useRef<{ stop: () => void } | null>(null);

  function take(event: PointerEvent<HTMLElement>) {
    if (!onTop || held.current !== null || event.button !== 0 || isControl(event.target)) return;
    back.current?.stop();
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
    if (decision === null) back.current = snapBack({ x, y, grip, ...rest });
    else onDecide(decision === "like", speed);
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
