import { useConvex, useQuery_experimental as useQueryResult, type ConvexReactClient } from "convex/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { limits } from "../../../convex/shared/limits";
import { after, every } from "../../lib/events";
import { useIsVisible } from "../../lib/visibility";

/** Reports that the thread is open, while it is visible. */
export function useReportOpen(matchId: Id<"matches">, isLive: boolean): void {
  const convex = useConvex();
  const isVisible = useIsVisible();
  // After the match has ended, nothing is reported.
  const report = useEffectEvent((open: boolean) => {
    if (isLive) ifConnected(convex, () => convex.mutation(api.chat.look, { matchId, open }));
  });

  useEffect(() => {
    if (!isVisible || !isLive) return;
    report(true);
    const stop = every(limits.threadOpenAgainMs, () => report(true));
    return () => {
      stop();
      report(false);
    };
  }, [matchId, isVisible, isLive]);
}

/** Marks messages as read, once per position. The first call after mounting may repeat an earlier one, which is cheaper than checking. */
export function useMarkRead(matchId: Id<"matches">, seen: { upTo: number; isInView: boolean }): void {
  const convex = useConvex();
  const isSeen = useIsVisible() && seen.isInView;
  const reported = useRef(0);
  const { upTo } = seen;

  useEffect(() => {
    if (!isSeen || upTo <= reported.current) return;
    reported.current = upTo;
    convex.mutation(api.chat.markRead, { matchId, upTo }).catch(() => (reported.current = 0));
  }, [convex, matchId, isSeen, upTo]);
}

/** Returns a function to call on every input. It reports typing at most every `limits.typingPauseMs`. */
export function useReportTyping(matchId: Id<"matches">): () => void {
  const convex = useConvex();
  const reportedAt = useRef(-Infinity);
  return () => {
    const now = Date.now();
    if (now - reportedAt.current < limits.typingPauseMs) return;
    reportedAt.current = now;
    ifConnected(convex, () => convex.mutation(api.chat.typing, { matchId }));
  };
}

/** True while the other person types. `lastAt`: the time (ms) of their last message, which ends the typing. */
export function useIsTyping(matchId: Id<"matches">, lastAt: number): boolean {
  const isVisible = useIsVisible();
  const result = useQueryResult({ query: api.chat.isTyping, args: isVisible ? { matchId } : "skip" });
  const typingAt = result.status === "success" ? result.data : null;
  // Typing reported before the thread was opened does not count.
  const [initialAt, setInitialAt] = useState<number | null>(null);
  const [expiredAt, setExpiredAt] = useState(0);
  if (typingAt !== null && initialAt === null) setInitialAt(typingAt);

  useEffect(() => {
    if (typingAt === null) return;
    return after(limits.typingShownMs, () => setExpiredAt(typingAt));
  }, [typingAt]);
  return typingAt !== null && initialAt !== null && typingAt > Math.max(initialAt, expiredAt, lastAt);
}

/** For calls that are useless later. Without a connection they are dropped, and failures are ignored. */
function ifConnected(convex: ConvexReactClient, call: () => Promise<unknown>) {
  if (convex.connectionState().isWebSocketConnected) call().catch(() => undefined);
}
