import { useQueries, useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { limits } from "../../../convex/shared/limits";
import { newestPage, type CachedThread } from "../../session/cache";
import { useCachedQuery } from "../../session/useCached";

type Page = FunctionReturnType<typeof api.chat.messages>;
export type Message = Page["messages"][number];

const PAGE = limits.threadPage;

/**
 * Returns a thread, live, from the newest message back to where the reader has scrolled. Older messages are loaded in blocks with fixed
 * borders, so a new message does not reload them.
 */
export function usePages(matchId: Id<"matches">) {
  const newest = useCachedQuery(api.chat.messages, newestPage(matchId));
  const page = newest.status === "success" ? newest.data : undefined;
  const seen = useQueryResult({ query: api.chat.seen, args: { matchId } });
  const first = page?.messages[0]?.position;
  const [requestedFrom, setRequestedFrom] = useState<number | null>(null);
  if (first !== undefined && requestedFrom === null) setRequestedFrom(first);
  const from = Math.min(requestedFrom ?? Infinity, first ?? Infinity);
  const older = useBlocks(matchId, from, first ?? 0);

  const messages = useMemo(() => merged([...older.pages, page], from), [older.pages, page, from]);
  const top = messages[0]?.position ?? 1;
  return {
    page,
    /** The other person has read up to this position. 0 while unknown. Offline, it is cached with the messages. */
    seenUpTo: seen.status === "success" ? seen.data : ((page as Partial<CachedThread>)?.seenUpTo ?? 0),
    error: newest.status === "error" ? newest.error : null,
    messages,
    hasOlder: top > 1,
    isLoadingOlder: older.isLoading,
    loadOlder: () => setRequestedFrom(Math.max(1, blockEnd(top - 1) - PAGE)),
  };
}

/** Returns the blocks between `from` and the newest page. Their queries do not change while they are shown. */
function useBlocks(matchId: Id<"matches">, from: number, first: number) {
  const ends = blocksBetween(from, first).join();
  const requests = useMemo(() => {
    const blocks = ends === "" ? [] : ends.split(",").map(Number);
    return Object.fromEntries(
      blocks.map((before) => [before, { query: api.chat.messages, args: { ...newestPage(matchId), before } }]),
    );
  }, [ends, matchId]);
  const results = useQueries(requests) as Record<string, Page | Error | undefined>;
  return useMemo(() => {
    const pages = Object.values(results);
    return {
      pages: pages.map((result) => (result instanceof Error ? undefined : result)),
      isLoading: pages.includes(undefined),
    };
  }, [results]);
}

/** Returns the end positions (exclusive) of the blocks between two positions. */
function blocksBetween(from: number, first: number): number[] {
  const ends: number[] = [];
  if (from >= first) return ends;
  for (let end = blockEnd(from); end - PAGE <= first; end += PAGE) ends.push(end);
  return ends;
}

/** Returns the end position (exclusive) of a position's block. */
function blockEnd(position: number): number {
  return Math.floor((position - 1) / PAGE) * PAGE + PAGE + 1;
}

/** Merges the messages of pages from `from` on, each once and in order. Keeps only an unbroken run to the newest. */
function merged(pages: readonly (Page | undefined)[], from: number): readonly Message[] {
  const byPosition = new Map(
    pages.flatMap((page) => page?.messages ?? []).map((message) => [message.position, message]),
  );
  const messages: Message[] = [];
  for (let position = Math.max(...byPosition.keys()); position >= from; position -= 1) {
    const message = byPosition.get(position);
    if (message === undefined) break;
    messages.push(message);
  }
  return messages.reverse();
}
