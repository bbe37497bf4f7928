import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";
import type { api } from "../../convex/_generated/api";

/** The counts of what is new to a member: see `matches.news`. */
export type NewCounts = FunctionReturnType<typeof api.matches.news>;

export const NewCountsContext = createContext<NewCounts | null>(null);

/** What is new; null while that is unknown, and for visitors. */
export function useNewCounts(): NewCounts | null {
  return useContext(NewCountsContext);
}

/** The one number of a badge. */
export function totalNew(counts: NewCounts | null): number {
  return counts === null ? 0 : counts.matches + counts.likes + counts.unread;
}

/** Returns the badge's link: to what it counts, or to the newer if it counts both. */
export function pathToNew(counts: NewCounts | null): string {
  const { matches = 0, likes = 0, unread = 0, newest } = counts ?? {};
  const isOfLikes = likes > 0 && (matches + unread === 0 || newest === "likes");
  return isOfLikes ? "/matches?tab=likes" : "/matches";
}
