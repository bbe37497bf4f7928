import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";
import type { api } from "../../convex/_generated/api";

/** The counts of what is new to a member: see `matches.news`. */
export type News = FunctionReturnType<typeof api.matches.news>;

export const NewsContext = createContext<News | null>(null);

/** What is new; null while that is unknown, and for visitors. */
export function useNews(): News | null {
  return useContext(NewsContext);
}

/** The one number of a badge. */
export function newsCount(news: News | null): number {
  return news === null ? 0 : news.matches + news.likes + news.unread;
}

/** Returns the badge's link: to what it counts, or to the newer if it counts both. */
export function newsPath(news: News | null): string {
  const { matches = 0, likes = 0, unread = 0, newest } = news ?? {};
  const isOfLikes = likes > 0 && (matches + unread === 0 || newest === "likes");
  return isOfLikes ? "/matches?tab=likes" : "/matches";
}
