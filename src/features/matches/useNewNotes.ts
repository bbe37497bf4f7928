import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { toast } from "../../lib/toast";
import type { NewCounts } from "../../lib/useNewCounts";
import { useIsVisible } from "../../lib/visibility";
import { words } from "./words";

/** Milliseconds between two notes of a kind. Likes or messages in between only raise the badge. */
const MIN_INTERVAL = 60_000;

/** Shows a note for a new like or message, except on the matches screens. */
export function useNewNotes(counts: NewCounts | null): void {
  useNote(counts?.likes, words.newLike);
  useNote(counts?.unread, words.newMessage);
}

function useNote(count: number | undefined, text: string): void {
  const isVisible = useIsVisible();
  const isElsewhere = !useLocation().pathname.startsWith("/matches");
  const previousCount = useRef<number>(undefined);
  const shownAt = useRef(-Infinity);
  useEffect(() => {
    if (count === undefined) return;
    const isNew = previousCount.current !== undefined && count > previousCount.current;
    previousCount.current = count;
    if (!isNew || !isVisible || !isElsewhere || Date.now() - shownAt.current < MIN_INTERVAL) return;
    shownAt.current = Date.now();
    toast.info(text);
  }, [count, text, isVisible, isElsewhere]);
}
