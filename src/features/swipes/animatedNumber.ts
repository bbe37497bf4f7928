/** A number of a card that changes from frame to frame. The listeners draw it. */
export class AnimatedNumber {
  readonly #listeners = new Set<(value: number) => void>();
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
    for (const listener of this.#listeners) listener(value);
  }

  /** Returns what removes the listener. */
  onChange(listener: (value: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** Per second: how fast the spring settles. */
const SETTLING = 22;
/** In seconds. What is left of the way then is under 0.03 %. */
const SPRING_TIME = 0.5;

/** How far a spring has come after some seconds: from 0 to 1, never past it, where the stamp of the other side begins. */
function sprung(seconds: number): number {
  if (seconds >= SPRING_TIME) return 1;
  return 1 - Math.exp(-SETTLING * seconds) * (1 + SETTLING * seconds);
}

/** Moves a number to `to`, frame by frame. `way`: how much of the way is done after some seconds. Returns what stops it. */
export function animate(
  value: AnimatedNumber,
  to: number,
  {
    seconds = SPRING_TIME,
    way = sprung,
    onEnd,
  }: { seconds?: number; way?: typeof sprung; onEnd?: (() => void) | undefined },
): { stop: () => void } {
  const [from, began] = [value.get(), performance.now()];
  const step = (now: number) => {
    const elapsed = Math.min(seconds, Math.max(0, (now - began) / 1000));
    value.set(from + (to - from) * way(elapsed));
    if (elapsed < seconds) frame = requestAnimationFrame(step);
    else onEnd?.();
  };
  let frame = requestAnimationFrame(step);
  return { stop: () => cancelAnimationFrame(frame) };
}
