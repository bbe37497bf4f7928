import { useQuery } from "convex/react";
import { type ReactNode, useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { setAppBadge } from "../../lib/appBadge";
import { newsCount, NewsContext } from "../../lib/useNews";
import { useNewsNotes } from "./useNewsNotes";

/** Provides what is new to all member screens: for the badges, the title and the app's icon. */
export function NewsProvider({ children }: { children: ReactNode }) {
  const news = useQuery(api.matches.news, {}) ?? null;
  useNewsNotes(news);
  const count = news === null ? null : newsCount(news);
  // A page without members' screens leaves the number: there is still something new. A sign-out removes it.
  useEffect(() => {
    if (count !== null) setAppBadge(count);
  }, [count]);
  return <NewsContext value={news}>{children}</NewsContext>;
}
