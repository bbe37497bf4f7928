import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import {
  fly,
  newCardMotion,
  render,
  settle,
  snapBack,
  type AnimatedNumber,
  type CardMotion,
  type CardParts,
} from "./cardAnimation";
import { decisionOf, speedOf, type Sample, type Speed } from "./release";

/** The card's depth in the pile (0: on top), or its decision and release speed while it flies off. */
export type CardPosition = number | { liked: boolean; speed: Speed };

type Options = {
  position: CardPosition;
  /** Set if the card enters from this side, after an undo. */
  from?: { liked: boolean } | undefined;
  /** How far the pile has risen under the dragged card, 0 to 1. Shared by all cards. */
  lift: AnimatedNumber;
  onDecide: (liked: boolean, speed: Speed) => void;
  onFlightEnd: () => void;
};

/** Pixels of drag after which the next card has fully risen. */
const FULL_LIFT = 160;

/** Moves a card. It follows the finger exactly, tilts around the grip, and leaves with the drag's speed. */
export function useCardMotion(
  elements: Record<keyof CardParts, RefObject<HTMLElement | null>>,
  { position, from, lift, onDecide, onFlightEnd }: Options,
) {
  const [motion] = useState(() => newCardMotion(typeof position === "number" ? position : 0, from));
  const onTop = position === 0;

  const startDrawing = useEffectEvent(() => {
    const [card, like, nope] = [elements.card.current, elements.like.current, elements.nope.current];
    return card && like && nope ? render({ card, like, nope }, motion, lift) : undefined;
  });
  useLayoutEffect(() => startDrawing(), [motion, lift]);
  useLayoutEffect(() => {
    if (!onTop) return;
    return motion.x.onChange((x) => lift.set(Math.min(1, Math.abs(x) / FULL_LIFT)));
  }, [onTop, motion, lift]);
  useMoves(motion, position, lift, onFlightEnd);

  return useDrag(motion, onTop, onDecide);
}

/** Starts an animation whenever the card's position changes. */
function useMoves(motion: CardMotion, position: CardPosition, lift: AnimatedNumber, onFlightEnd: () => void) {
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

/** `isDrag`: the finger has moved farther than a tap. */
type Drag = { id: number; fromX: number; fromY: number; samples: Sample[]; isDrag: boolean };

/** Pixels that a finger may move during a tap. */
const TAP = 6;

/** Uses pointer events without a drag library, so the card follows mouse, pen and touch from the first pixel. */
function useDrag({ x, y, grip, ...rest }: CardMotion, onTop: boolean, onDecide: Options["onDecide"]) {
  const drag = useRef<Drag | null>(null);
  const isClickOfDrag = useRef(false);
  const snapping = useRef<{ stop: () => void } | null>(null);

  function start(event: PointerEvent<HTMLElement>) {
    isClickOfDrag.current = false;
    const isOther = drag.current !== null && drag.current.id !== event.pointerId;
    if (!onTop || isOther || event.button !== 0 || isControl(event.target)) return;
    snapping.current?.stop();
    const bounds = event.currentTarget.getBoundingClientRect();
    grip.set(gripOf((event.clientY - bounds.top) / bounds.height));
    const fromX = event.clientX - x.get();
    const fromY = event.clientY - y.get();
    // The press is a sample too, because a slow phone may deliver a flick as one move.
    drag.current = { id: event.pointerId, fromX, fromY, samples: [sampleOf(event)], isDrag: false };
  }

  const sampleOf = ({ timeStamp }: PointerEvent): Sample => ({ at: timeStamp, x: x.get(), y: y.get() });

  function move(event: PointerEvent<HTMLElement>) {
    if (drag.current?.id !== event.pointerId) return;
    x.set(event.clientX - drag.current.fromX);
    y.set(event.clientY - drag.current.fromY);
    if (!drag.current.isDrag && Math.hypot(x.get(), y.get()) > TAP) {
      // Captured only now. On pointerdown, the click of a tap would go to the card instead of the photo's button.
      drag.current.isDrag = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    drag.current.samples = [...drag.current.samples.slice(-12), sampleOf(event)];
  }

  function end(event: PointerEvent<HTMLElement>) {
    if (drag.current?.id !== event.pointerId) return;
    const speed = speedOf(drag.current.samples, event.timeStamp);
    isClickOfDrag.current = drag.current.isDrag;
    drag.current = null;
    const decision = event.type === "pointercancel" ? null : decisionOf(x.get(), speed.x);
    if (decision === null) snapping.current = snapBack({ x, y, grip, ...rest });
    else onDecide(decision === "like", speed);
  }

  /** Some browsers send a click after a drag to the element where it started. */
  function click(event: MouseEvent) {
    if (isClickOfDrag.current && event.detail > 0) event.stopPropagation();
    isClickOfDrag.current = false;
  }

  return {
    onPointerDown: start,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: click,
  };
}

/** Returns the grip: 1 (held at the top) to -1 (held at the bottom), never close to 0. */
function gripOf(height: number): number {
  const grip = 1 - 2 * Math.min(1, Math.max(0, height));
  return Math.sign(grip || 1) * (0.35 + 0.65 * Math.abs(grip));
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button:not([data-draggable]), a") !== null;
}
