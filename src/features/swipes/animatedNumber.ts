/** A number that changes from frame to frame, such as a card's position. Its listeners draw it. */
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

  /** Returns a function that removes the listener. */
  onChange(listener: (value: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
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
export function animate(
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
