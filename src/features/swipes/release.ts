/** Pixels past which a card that is let go counts as decided. */
const FAR = 100;
/** Pixels a millisecond above which a flick decides, however short. */
const FAST = 0.2;
/** A trembling finger is no flick. */
const TREMBLE = 8;
/** Only the last moment of a drag says how fast it was let go. */
const MOMENT = 80;

export type Sample = { at: number; x: number; y: number };
export type Speed = { x: number; y: number };

/** What letting go means: to the right is a like, to the left is none, and neither far nor fast puts the card back. */
export function decisionOf(offset: number, speed: number): "like" | "nope" | null {
  if (Math.abs(offset) > FAR) return offset > 0 ? "like" : "nope";
  if (Math.abs(offset) > TREMBLE && Math.abs(speed) > FAST) return speed > 0 ? "like" : "nope";
  return null;
}

/** Pixels a millisecond over the last moment before `now`; nothing for a finger that had come to rest. */
export function speedOf(samples: readonly Sample[], now: number): Speed {
  const recent = samples.filter(({ at }) => now - at <= MOMENT);
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined || last.at === first.at) return { x: 0, y: 0 };
  const elapsed = now - first.at;
  return { x: (last.x - first.x) / elapsed, y: (last.y - first.y) / elapsed };
}
