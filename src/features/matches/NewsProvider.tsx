import { useQuery } from "convex/react";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { setAppBadge } from "../../lib/appBadge";
import { useIsThreadAlone } from "../../lib/useIsWide";
import { NewsContext, totalNew } from "../../lib/useNewCounts";
import { useIsVisible } from "../../lib/visibility";
import { openedAt } from "./openedAt";
import { useNewNotes } from "./useNewNotes";

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
