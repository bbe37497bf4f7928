import { useQuery } from "convex/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { setAppBadge } from "../../lib/appBadge";
import { toast } from "../../lib/toast";
import { useIsThreadAlone } from "../../lib/useIsWide";
import { NewsContext, totalNew, type NewCounts } from "../../lib/useNewCounts";
import { useIsVisible } from "../../lib/visibility";
import { openedAt } from "./openedAt";
import { words } from "./words";

/** Provides new matches, likes and messages to the lists, the match popup, the badges, the title and the app icon. */
export function NewsProvider({ children }: { children: ReactNode }) {
  // On a phone an open thread hides the counts, which every message and read mark would recalculate.
  const counts = ![useIsThreadAlone(), useIsVisible()].every(Boolean);
  const live = useQuery(api.matches.news, { since: openedAt, counts });
  const [news, setNews] = useState(live ?? null);
  const [last, setLast] = useState(live);
  // Counts and likes keep their last values while they are not requested.
  if (live !== undefined && live !== last) {
    setLast(live);
    setNews({ ...news, ...live });
  }
  useNewNotes(news?.counts ?? null);
  const count = news?.counts ? totalNew(news.counts) : null;
  // Screens outside the member area keep the badge. Signing out removes it.
  useEffect(() => {
    if (count !== null) setAppBadge(count);
  }, [count]);
  return <NewsContext value={news}>{children}</NewsContext>;
}

/** Milliseconds between two notes of a kind. Likes or messages in between only raise the badge. */
const MIN_INTERVAL = 60_000;

/** Shows a note for a new like or message, except on the matches screens. */
function useNewNotes(counts: NewCounts | null): void {
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
