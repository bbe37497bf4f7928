import { createContext, useContext } from "react";

/** How much is new to somebody: see `matches.news`. */
export type News = { matches: number; likes: number; unread: number };

export const NewsContext = createContext<News | null>(null);

/** What is new; null while that is unknown, and for visitors. */
export function useNews(): News | null {
  return useContext(NewsContext);
}

/** The one number of a badge. */
export function newsCount(news: News | null): number {
  return news === null ? 0 : news.matches + news.likes + news.unread;
}
