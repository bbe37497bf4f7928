import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useCachedQuery } from "../../session/useCached";

export type Thread = FunctionReturnType<typeof api.chat.threads>[number];

export function useThreads(): ReadonlyMap<Id<"matches">, Thread> {
  const result = useCachedQuery(api.chat.threads, {});
  const threads = result.status === "success" ? result.data : undefined;
  return useMemo(() => new Map(threads?.map((thread) => [thread.matchId, thread])), [threads]);
}

/** Returns the matches, sorted by their last message or their creation, newest first. */
export function newestFirst<Match extends { matchId: Id<"matches">; createdAt: number }>(
  matches: readonly Match[],
  threads: ReadonlyMap<Id<"matches">, Thread>,
): readonly Match[] {
  const lastActivity = ({ matchId, createdAt }: Match) => threads.get(matchId)?.last.at ?? createdAt;
  return [...matches].sort((a, b) => lastActivity(b) - lastActivity(a));
}
