import { useEffect, useState } from "react";

/** Milliseconds on screen before a row can be decided on. A press before that was meant for the row before it. */
export const SEEN_AFTER = 500;

/** True once the row with this id was on screen long enough to be decided. */
export function useSeen(id: string | undefined): boolean {
  const [seenId, setSeenId] = useState<string>();

  useEffect(() => (id === undefined ? undefined : onceSeen(() => setSeenId(id))), [id]);

  return id !== undefined && seenId === id;
}

/** Calls back when something that has just come on screen counts as seen. Returns what cancels that. */
export function onceSeen(onSeen: () => void): () => void {
  const timer = setTimeout(onSeen, SEEN_AFTER);
  return () => clearTimeout(timer);
}
