/** Pixels. A card released beyond this is decided. */
const DECIDE_DISTANCE = 100;
/** Pixels per millisecond. A faster flick decides at any distance above `FLICK_DISTANCE`. */
const FLICK_SPEED = 0.2;
/** Pixels. A shorter movement may be a trembling finger. */
const FLICK_DISTANCE = 8;
/** Milliseconds at the end of a drag over which its speed is measured. */
const SPEED_WINDOW = 80;

export type Sample = { at: number; x: number; y: number };
export type Speed = { x: number; y: number };

/**
 * Returns the decision of a release: like to the right, nope to the left. Null within `DECIDE_DISTANCE`, unless the card was flicked away
 * from the middle. A flick back means that the person changed their mind.
 */
export function decisionOf(offset: number, speed: number): "like" | "nope" | null {
  const isFlick = Math.abs(offset) > FLICK_DISTANCE && Math.abs(speed) > FLICK_SPEED && offset * speed > 0;
  if (Math.abs(offset) <= DECIDE_DISTANCE && !isFlick) return null;
  return offset > 0 ? "like" : "nope";
}

/** Returns the speed just before `now`, in pixels per millisecond. 0 if the finger had stopped. */
export function speedOf(samples: readonly Sample[], now: number): Speed {
  const recent = samples.filter(({ at }) => now - at <= SPEED_WINDOW);
  const first = recent[0];
  const last = recent.at(-1);
  if (first === undefined || last === undefined || last.at === first.at) return { x: 0, y: 0 };
  const elapsed = now - first.at;
  return { x: (last.x - first.x) / elapsed, y: (last.y - first.y) / elapsed };
}
