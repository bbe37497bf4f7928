import { Listeners } from "../../lib/events";
import type { Speed } from "./release";

export type CardMotion = {
  x: AnimatedNumber;
  y: AnimatedNumber;
  opacity: AnimatedNumber;
  /** Depth in the pile. 0: on top. */
  depth: AnimatedNumber;
  /** Where the finger holds the card: 1 (top) to -1 (bottom). */
  grip: AnimatedNumber;
};

/** The animated elements: the card and the two stamps on it. */
export type CardParts = Record<"card" | "like" | "nope", HTMLElement>;

type Animation = { stop: () => void };

/** Pixels of each card visible above the one in front of it, from 40rem wide. */
const PEEK = 24;
/** Pixels of drag that tilt a card by one degree. */
const TILT = 20;
/** Pixels of drag after which a stamp is fully visible. */
const FULL_STAMP = 100;

/** Returns the motion of a card in the pile. With `from`, the card starts off-screen, on the side of its decision. */
export function newCardMotion(depth: number, from?: { liked: boolean }): CardMotion {
  const x = new AnimatedNumber(from ? offscreenX(from.liked) : 0);
  const y = new AnimatedNumber(0);
  const opacity = new AnimatedNumber(1);
  return { x, y, opacity, depth: new AnimatedNumber(depth), grip: new AnimatedNumber(1) };
}

/** Draws the card and its stamps on every change. Returns how to stop. */
export function render({ card, like, nope }: CardParts, motion: CardMotion, lift: AnimatedNumber): () => void {
  const peek = window.matchMedia("(min-width: 40rem)").matches ? PEEK : 0;
  const draw = () => {
    const depth = motion.depth.get();
    const below = Math.max(0, depth > 0 ? depth - lift.get() : depth);
    const x = motion.x.get();
    const tilt = prefersReducedMotion() ? 0 : (x / TILT) * motion.grip.get();
    card.style.transform = `translate3d(${x}px, ${motion.y.get() - peek * below}px, 0) rotate(${tilt}deg) scale(${1 - 0.05 * below})`;
    card.style.opacity = String(motion.opacity.get());
    // Set on the stamps directly. An inherited property would restyle the whole card in every frame.
    like.style.opacity = String(Math.min(1, Math.max(0, x / FULL_STAMP)));
    nope.style.opacity = String(Math.min(1, Math.max(0, -x / FULL_STAMP)));
  };
  draw();
  const unsubscribes = [motion.x, motion.y, motion.opacity, motion.depth, lift].map((value) => value.onChange(draw));
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
}

/** Moves the card to a depth in the pile, and back to the middle. */
export function settle(motion: CardMotion, depth: number, lift: number): Animation {
  motion.opacity.set(1);
  // The drag has already lifted the card, so it starts from there.
  if (motion.depth.get() > depth) motion.depth.set(Math.max(depth, motion.depth.get() - lift));
  return combine([spring(motion.depth, depth), spring(motion.x, 0), spring(motion.y, 0)]);
}

/** Moves the card off the screen at the speed of the drag. After a button press it starts from rest. */
export function fly(motion: CardMotion, liked: boolean, speed: Speed, onEnd: () => void): Animation {
  if (prefersReducedMotion()) return move(motion.opacity, 0, 0.15, "linear", onEnd);
  const target = offscreenX(liked);
  const distance = Math.abs(target - motion.x.get());
  const duration = Math.min(0.42, Math.max(0.18, distance / Math.max(1.6, Math.abs(speed.x)) / 1000));
  const ease = speed.x === 0 ? "easeIn" : "linear";
  return combine([
    move(motion.x, target, duration, ease, onEnd),
    move(motion.y, motion.y.get() + speed.y * duration * 600, duration, ease),
  ]);
}

/**
 * Returns the x offset at which a card is out of sight at any tilt. It is half the screen plus half the diagonal of the largest card, which
 * tablets have.
 */
function offscreenX(liked: boolean): number {
  const { innerWidth, innerHeight } = window;
  return (liked ? 1 : -1) * (innerWidth / 2 + Math.min(560, Math.hypot(innerWidth, innerHeight) / 2));
}

export function snapBack(motion: CardMotion): Animation {
  return combine([spring(motion.x, 0), spring(motion.y, 0)]);
}

function spring(value: AnimatedNumber, to: number): Animation {
  if (!prefersReducedMotion() && value.get() !== to) return animate(value, to, {});
  value.set(to);
  return { stop: () => undefined };
}

function move(
  value: AnimatedNumber,
  to: number,
  seconds: number,
  ease: "linear" | "easeIn",
  onEnd?: () => void,
): Animation {
  const easing = (elapsed: number) => (elapsed / seconds) ** (ease === "linear" ? 1 : 2);
  return animate(value, to, { seconds, easing, onEnd });
}

function combine(animations: readonly Animation[]): Animation {
  return { stop: () => animations.forEach((animation) => animation.stop()) };
}

function prefersReducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A number that changes from frame to frame, such as a card's position. Its listeners draw it. */
export class AnimatedNumber {
  readonly #changes = new Listeners<[value: number]>();
  #value: number;

  constructor(value: number) {
    this.#value = value;
  }

  get(): number {
    return this.#value;
  }

  set(value: number): void {
    if (value === this.#value) return;
    this.#value = value;
    this.#changes.call(value);
  }

  readonly onChange = this.#changes.add;
}

/** The spring's rate, per second. */
const SETTLING = 22;
/** Seconds. The remaining distance is then under 0.03 %. */
const SPRING_TIME = 0.5;

/** Returns the progress of the spring, 0 to 1. Never overshoots, which would show the other side's stamp. */
function springProgress(seconds: number): number {
  if (seconds >= SPRING_TIME) return 1;
  return 1 - Math.exp(-SETTLING * seconds) * (1 + SETTLING * seconds);
}

/** Animates a number to `to`. `easing` maps elapsed seconds to progress, 0 to 1. Returns how to stop it. */
function animate(
  value: AnimatedNumber,
  to: number,
  {
    seconds = SPRING_TIME,
    easing = springProgress,
    onEnd,
  }: { seconds?: number; easing?: typeof springProgress; onEnd?: (() => void) | undefined },
): { stop: () => void } {
  const [from, startedAt] = [value.get(), performance.now()];
  const step = (now: number) => {
    const elapsed = Math.min(seconds, Math.max(0, (now - startedAt) / 1000));
    value.set(from + (to - from) * easing(elapsed));
    if (elapsed < seconds) frame = requestAnimationFrame(step);
    else onEnd?.();
  };
  let frame = requestAnimationFrame(step);
  return { stop: () => cancelAnimationFrame(frame) };
}
