import type { UseQueryResult } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { useIsOffline } from "../../lib/connection";
import { type News, useNews } from "../../lib/useNewCounts";
import { LIKES, MATCHES } from "../../session/cache";
import { useCachedQuery } from "../../session/useCached";
import { openedAt } from "./openedAt";

/** `isNew`: not seen in the list yet. */
export type Match = FunctionReturnType<typeof api.matches.list>[number] & { isNew?: boolean };
export type Like = FunctionReturnType<typeof api.matches.pendingLikes>[number];

/** Arguments of the queries for older entries, which do not rerun for a new one. */
export const olderMatches = (limit: number) => ({ before: openedAt, limit });
export const olderLikes = { before: openedAt };

/**
 * Returns the matches, newest first: those since the page was opened, and up to `limit` older ones. A null limit loads no older ones.
 * `isLive`: the list is current, so a missing match does not exist unless `isMore`.
 */
export function useMatches(limit: number | null) {
  const older = useCachedQuery(api.matches.list, limit === null ? "skip" : olderMatches(limit), MATCHES);
  const news = useNews();
  const isOffline = useIsOffline();
  const list = useJoined(older, news, withNewMatches);
  const isLive = older.status === "success" && !older.isCached && !isOffline && news !== null;
  const isMore = older.status === "success" && older.data.length === limit && limit < limits.matchesMax;
  return { ...list, isLive, isMore };
}

/** Returns the newest `limits.listSizeDefault` matches, or all if `matchId` is older. `isComplete`: a missing match does not exist. */
export function useMatchList(matchId: string): { matches: readonly Match[] | undefined; isComplete: boolean } {
  const newest = useMatches(limits.listSizeDefault);
  const isMissing = newest.isMore && newest.data?.every((match) => match.matchId !== matchId) === true;
  const all = useMatches(isMissing ? limits.matchesMax : null);
  return isMissing
    ? { matches: all.data ?? newest.data, isComplete: all.isLive }
    : { matches: newest.data, isComplete: newest.isLive };
}

/** Returns the pending likes, newest first. `isCached`: as of an earlier visit. */
export function useLikes() {
  return useJoined(useCachedQuery(api.matches.pendingLikes, olderLikes, LIKES), useNews(), withNewLikes);
}

/** Returns the older and newer matches, with `isNew` set. */
export function withNewMatches(older: readonly Match[], { matches, unlisted }: News): readonly Match[] {
  const isNew = new Set(unlisted);
  const recent = matches.filter(({ createdAt }) => createdAt >= openedAt);
  return [...recent, ...older].map((match) => (isNew.has(match.matchId) ? { ...match, isNew: true } : match));
}

export function withNewLikes(older: readonly Like[], { likes = [] }: News): readonly Like[] {
  return [...likes, ...older];
}

type Older<Entry> = UseQueryResult<readonly Entry[]> & { isCached: boolean };

/** Adds the newer entries to a live list. A cached list already contains them. */
function useJoined<Entry>(
  older: Older<Entry>,
  news: News | null,
  join: (older: readonly Entry[], news: News) => readonly Entry[],
): { data?: readonly Entry[]; error?: Error; isCached: boolean } {
  const { isCached } = older;
  const data = older.status === "success" ? older.data : undefined;
  const joined = useMemo(() => (data && news && !isCached ? join(data, news) : data), [data, news, isCached, join]);
  return { ...(joined && { data: joined }), ...(older.status === "error" && { error: older.error }), isCached };
}
