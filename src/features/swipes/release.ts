/** Pixels beyond which a card that is let go counts as decided. */
const DECIDE_DISTANCE = 100;
/** Pixels per millisecond above which a flick decides, even a short one. */
const FLICK_SPEED = 0.2;
/** Pixels that are no flick yet but a trembling finger. */
const FLICK_DISTANCE = 8;
/** The speed of a drag is measured over its last milliseconds. */
const SPEED_WINDOW = 80;

export type Sample = { at: number; x: number; y: number };
export type Speed = { x: number; y: number };

/** What letting go means: a like to the right, a nope to the left. Null, neither far nor fast: the card goes back. */
export function decisionOf(offset: number, speed: number): "like" | "nope" | null {
  if (Math.abs(offset) > DECIDE_DISTANCE) return offset > 0 ? "like" : "nope";
  if (Math.abs(offset) > FLICK_DISTANCE && Math.abs(speed) > FLICK_SPEED) return speed > 0 ? "like" : "nope";
  return null;
}

/** Pixels per millisecond just before `now`; 0 for a finger that had stopped. */
export function speedOf(samples: readonly Sample[], now: number): Speed {
  const recent = samples.filter(({ at }) => now - at <= SPEED_WINDOW);
  const first = recent[0];
  const last = recent.at(-1);
  if (first === undefined || last === undefined || last.at === first.at) return { x: 0, y: 0 };
  const elapsed = now - first.at;
  return { x: (last.x - first.x) / elapsed, y: (last.y - first.y) / elapsed };
}
