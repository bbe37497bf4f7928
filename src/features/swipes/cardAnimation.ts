import { animate, AnimatedNumber } from "./animatedNumber";
import type { Speed } from "./release";

/** The animated numbers of a card. */
export type CardMotion = {
  x: AnimatedNumber;
  y: AnimatedNumber;
  opacity: AnimatedNumber;
  /** How deep in the pile; 0 is on top. */
  depth: AnimatedNumber;
  /** Where it is held: 1 at the top to -1 at the bottom. */
  grip: AnimatedNumber;
};

/** The elements that move: the card, and the stamps on it. */
export type CardParts = Record<"card" | "like" | "nope", HTMLElement>;

type Animation = { stop: () => void };

/** Pixels by which each card shows above the one on top of it, on screens with room for that. */
const PEEK = 24;
/** Pixels of drag that tilt a card by one degree. */
const TILT = 20;
/** Pixels of drag after which a stamp is fully visible. */
const STAMPED = 100;

/** A card at rest in the pile; or one that comes back from where it had flown to, on the side of its decision. */
export function newCardMotion(depth: number, from?: { liked: boolean }): CardMotion {
  const x = new AnimatedNumber(from ? outside(from.liked) : 0);
  const y = new AnimatedNumber(0);
  const opacity = new AnimatedNumber(1);
  return { x, y, opacity, depth: new AnimatedNumber(depth), grip: new AnimatedNumber(1) };
}

/** Draws the card and its stamps whenever it or the pile moves. Returns what stops it. */
export function render({ card, like, nope }: CardParts, motion: CardMotion, lift: AnimatedNumber): () => void {
  const peek = window.matchMedia("(min-width: 40rem)").matches ? PEEK : 0;
  const draw = () => {
    const depth = motion.depth.get();
    const below = Math.max(0, depth > 0 ? depth - lift.get() : depth);
    const x = motion.x.get();
    const tilt = prefersReducedMotion() ? 0 : (x / TILT) * motion.grip.get();
    card.style.transform = `translate3d(${x}px, ${motion.y.get() - peek * below}px, 0) rotate(${tilt}deg) scale(${1 - 0.05 * below})`;
    card.style.opacity = String(motion.opacity.get());
    // On the stamps themselves: a property that they inherit would restyle the whole card at each frame.
    like.style.opacity = String(Math.min(1, Math.max(0, x / STAMPED)));
    nope.style.opacity = String(Math.min(1, Math.max(0, -x / STAMPED)));
  };
  draw();
  const unsubscribes = [motion.x, motion.y, motion.opacity, motion.depth, lift].map((value) => value.onChange(draw));
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
}

/** Moves the card to a depth in the pile: up, or back from where it was dragged or flew to. */
export function settle(motion: CardMotion, depth: number, lift: number): Animation {
  motion.opacity.set(1);
  // The drag has lifted the card already; it starts from there.
  if (motion.depth.get() > depth) motion.depth.set(Math.max(depth, motion.depth.get() - lift));
  return together([spring(motion.depth, depth), spring(motion.x, 0), spring(motion.y, 0)]);
}

/** Off the screen with the speed of the drag; a card sent by a button starts from rest. */
export function fly(motion: CardMotion, liked: boolean, speed: Speed, onEnd: () => void): Animation {
  if (prefersReducedMotion()) return move(motion.opacity, 0, 0.15, "linear", onEnd);
  const target = outside(liked);
  const distance = Math.abs(target - motion.x.get());
  const duration = Math.min(0.42, Math.max(0.18, distance / Math.max(1.6, Math.abs(speed.x)) / 1000));
  const ease = speed.x === 0 ? "easeIn" : "linear";
  return together([
    move(motion.x, target, duration, ease, onEnd),
    move(motion.y, motion.y.get() + speed.y * duration * 600, duration, ease),
  ]);
}

/** Where a card is out of sight, at any tilt: half of the diagonal of the largest one, which is on a tablet, beside the screen. */
function outside(liked: boolean): number {
  const { innerWidth, innerHeight } = window;
  return (liked ? 1 : -1) * (innerWidth / 2 + Math.min(560, Math.hypot(innerWidth, innerHeight) / 2));
}

/** Back to the middle of the pile. */
export function snapBack(motion: CardMotion): Animation {
  return together([spring(motion.x, 0), spring(motion.y, 0)]);
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
  const way = (elapsed: number) => (elapsed / seconds) ** (ease === "linear" ? 1 : 2);
  return animate(value, to, { seconds, way, onEnd });
}

function together(all: readonly Animation[]): Animation {
  return { stop: () => all.forEach((one) => one.stop()) };
}

function prefersReducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
