/** So long somebody is on screen before they can be decided on; a press before that was meant for the one before. */
export const SEEN_AFTER = 500;

/** Says once that somebody who has just come on screen was seen; the answer calls it off, as they have gone. */
export function onceSeen(say: () => void): () => void {
  const timer = setTimeout(say, SEEN_AFTER);
  return () => clearTimeout(timer);
}
