/** How long a row is on screen before it can be decided on. A press before that was meant for the row before it. */
export const SEEN_AFTER = 500;

/** Calls back when something that has just come on screen counts as seen. Returns what cancels that. */
export function onceSeen(onSeen: () => void): () => void {
  const timer = setTimeout(onSeen, SEEN_AFTER);
  return () => clearTimeout(timer);
}
