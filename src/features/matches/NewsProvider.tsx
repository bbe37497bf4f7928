import { useQuery } from "convex/react";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { setAppBadge } from "../../lib/appBadge";
import { useIsThreadAlone } from "../../lib/useIsWide";
import { NewsContext, totalNew } from "../../lib/useNewCounts";
import { useIsVisible } from "../../lib/visibility";
import { openedAt } from "./openedAt";
import { useNewNotes } from "./useNewNotes";

/** Provides what is new to all member screens: for the lists, the match popup, the badges, the title and the app's icon. */
export function NewsProvider({ children }: { children: ReactNode }) {
  // On a phone a thread hides the counts, and each message and read mark would count again.
  const counts = ![useIsThreadAlone(), useIsVisible()].every(Boolean);
  const live = useQuery(api.matches.news, { since: openedAt, counts });
  const [news, setNews] = useState(live ?? null);
  const [last, setLast] = useState(live);
  // The counts and likes stay while they are not asked for.
  if (live !== undefined && live !== last) {
    setLast(live);
    setNews({ ...news, ...live });
  }
  useNewNotes(news?.counts ?? null);
  const count = news?.counts ? totalNew(news.counts) : null;
  // A page without members' screens leaves the number: there is still something new. A sign-out removes it.
  useEffect(() => {
    if (count !== null) setAppBadge(count);
  }, [count]);
  return <NewsContext value={news}>{children}</NewsContext>;
}
