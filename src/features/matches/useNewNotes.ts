import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { toast } from "../../lib/toast";
import type { NewCounts } from "../../lib/useNewCounts";
import { useIsVisible } from "../../lib/visibility";
import { words } from "./words";

/** Between two notes of a kind, in ms: many likes or messages in a row are noted once. The badge counts on. */
const BETWEEN = 60_000;

/** Shows a new like or message in one line that disappears by itself. The matches screen shows both anyway. */
export function useNewNotes(counts: NewCounts | null): void {
  useNote(counts?.likes, words.newLike);
  useNote(counts?.unread, words.newMessage);
}

function useNote(count: number | undefined, text: string): void {
  const isVisible = useIsVisible();
  const isElsewhere = !useLocation().pathname.startsWith("/matches");
  const before = useRef<number>(undefined);
  const notedAt = useRef(-Infinity);
  useEffect(() => {
    if (count === undefined) return;
    const isNew = before.current !== undefined && count > before.current;
    before.current = count;
    if (!isNew || !isVisible || !isElsewhere || Date.now() - notedAt.current < BETWEEN) return;
    notedAt.current = Date.now();
    toast.note(text);
  }, [count, text, isVisible, isElsewhere]);
}
