import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";
import type { api } from "../../convex/_generated/api";

export type News = FunctionReturnType<typeof api.matches.news>;
/** Counts of new matches, likes and messages. */
export type NewCounts = NonNullable<News["counts"]>;

/** The news since the page was opened: see `matches.news`. */
export const NewsContext = createContext<News | null>(null);

/** Returns the news. Null while they are unknown, and for visitors. */
export function useNews(): News | null {
  return useContext(NewsContext);
}

/** Returns the counts of the news. Null while they are unknown, and for visitors. */
export function useNewCounts(): NewCounts | null {
  return useNews()?.counts ?? null;
}

export function totalNew(counts: NewCounts | null): number {
  return counts === null ? 0 : counts.matches + counts.likes + counts.unread;
}

/** Returns the badge's link: to the list it counts, or to the newer of two. */
export function pathToNew(counts: NewCounts | null): string {
  const { matches = 0, likes = 0, unread = 0, newest } = counts ?? {};
  const isOfLikes = likes > 0 && (matches + unread === 0 || newest === "likes");
  return isOfLikes ? "/matches?tab=likes" : "/matches";
}
