import { animateValue, type MotionValue, motionValue } from "framer-motion";
import { type Speed } from "./release";

/** The library's numbers that move, and only those: its components would weigh four times as much. */
export type CardBody = {
  x: MotionValue<number>;
  y: MotionValue<number>;
  opacity: MotionValue<number>;
  /** How deep in the pile; 0 is on top. */
  depth: MotionValue<number>;
  /** Where it is held: 1 at the head to -1 at the foot. */
  grip: MotionValue<number>;
};

type Running = { stop: () => void };

/** Pixels that each card of the pile looks out over the one on top, where there is room. */
const PEEK = 24;
/** Pixels of drag that turn a card by a degree, and after which a stamp is fully inked. */
const [TURN, INKED] = [20, 100];

export function newBody(depth: number): CardBody {
  const [x, y, opacity] = [motionValue(0), motionValue(0), motionValue(1)];
  return { x, y, opacity, depth: motionValue(depth), grip: motionValue(1) };
}

/** Draws the card whenever it or the pile moves. Returns the end of that. */
export function drawn(element: HTMLElement, body: CardBody, lift: MotionValue<number>): () => void {
  const peek = window.matchMedia("(min-width: 40rem)").matches ? PEEK : 0;
  const draw = () => {
    const depth = body.depth.get();
    const below = Math.max(0, depth > 0 ? depth - lift.get() : depth);
    const x = body.x.get();
    const tilt = wantsStill() ? 0 : (x / TURN) * body.grip.get();
    element.style.transform = `translate3d(${x}px, ${body.y.get() - peek * below}px, 0) rotate(${tilt}deg) scale(${1 - 0.05 * below})`;
    element.style.opacity = String(body.opacity.get());
    element.style.setProperty("--like", String(Math.min(1, Math.max(0, x / INKED))));
    element.style.setProperty("--nope", String(Math.min(1, Math.max(0, -x / INKED))));
  };
  draw();
  const ends = [body.x, body.y, body.opacity, body.depth, lift].map((value) => value.on("change", draw));
  return () => ends.forEach((end) => end());
}

/** Takes the card to a place in the pile: up, or back from where it was dragged or thrown to. */
export function settle(body: CardBody, depth: number, lift: number): Running {
  body.opacity.set(1);
  // What the drag has already lifted is the start of the way up.
  if (body.depth.get() > depth) body.depth.set(Math.max(depth, body.depth.get() - lift));
  return together([spring(body.depth, depth), spring(body.x, 0), spring(body.y, 0)]);
}

/** Off the screen with the speed it was let go with; a card sent by a button starts from rest. */
export function fly(body: CardBody, liked: boolean, speed: Speed, onGone: () => void): Running {
  if (wantsStill()) return move(body.opacity, 0, 0.15, "linear", onGone);
  const away = (liked ? 1 : -1) * (window.innerWidth / 2 + 420);
  const distance = Math.abs(away - body.x.get());
  const duration = Math.min(0.42, Math.max(0.18, distance / Math.max(1.6, Math.abs(speed.x)) / 1000));
  const ease = speed.x === 0 ? "easeIn" : "linear";
  return together([
    move(body.x, away, duration, ease, onGone),
    move(body.y, body.y.get() + speed.y * duration * 600, duration, ease),
  ]);
}

/** Back to the middle of the pile. */
export function snapBack(body: CardBody): Running {
  return together([spring(body.x, 0), spring(body.y, 0)]);
}

function spring(value: MotionValue<number>, to: number): Running {
  if (wantsStill() || value.get() === to) {
    value.set(to);
    return { stop: () => undefined };
  }
  const onUpdate = (now: number) => value.set(now);
  return animateValue({ keyframes: [value.get(), to], type: "spring", stiffness: 520, damping: 34, onUpdate });
}

function move(
  value: MotionValue<number>,
  to: number,
  seconds: number,
  ease: "linear" | "easeIn",
  onComplete?: () => void,
) {
  const onUpdate = (now: number) => value.set(now);
  return animateValue({ keyframes: [value.get(), to], duration: seconds * 1000, ease, onUpdate, onComplete });
}

function together(all: readonly Running[]): Running {
  return { stop: () => all.forEach((one) => one.stop()) };
}

function wantsStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
