import { type ConvexReactClient, useConvex, useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionArgs, FunctionReference } from "convex/server";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useMatch } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { limits } from "../../convex/shared/limits";
import { isRefusal } from "../lib/errors";
import { keep } from "../session/keep";
import { keptIndex, nameOf } from "../session/kept";
import { storedSessionId } from "../session/storedSession";
import { useMe } from "../session/useAttendee";

/** After a change: what comes together is written together. In milliseconds. */
const SOON = 500;
/** How exactly the age of what is kept is known. In milliseconds. */
const AGAIN = 30_000;

/** Keeps what a member needs in a dead spot, on whichever screen they are: see `useKeptQuery`. */
export function Keeper() {
  const session = storedSessionId("attendee");
  return session === null ? null : <Keeping key={session} session={session} />;
}

function Keeping({ session }: { session: string }) {
  const convex = useConvex();
  const answers = useAnswers();
  const [changes, setChanges] = useState(0);

  const write = useEffectEvent(() => {
    if (isSettled(convex)) keep(session, withoutEnded(session, answers));
    // A change that is under way shows in advance what the deployment has not confirmed.
    else if (convex.connectionState().isWebSocketConnected) setChanges(changes + 1);
  });
  useEffect(() => {
    const timer = window.setTimeout(() => write(), SOON);
    return () => window.clearTimeout(timer);
  });
  useEffect(() => {
    const timer = window.setInterval(() => write(), AGAIN);
    const leave = () => write();
    document.addEventListener("visibilitychange", leave);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", leave);
    };
  }, []);
  return null;
}

/** The live answers by their names. Null: the deployment refuses to answer. */
function useAnswers(): ReadonlyMap<string, unknown> {
  const { changeWaiting } = useMe();
  const isAtMatches = useLocation().pathname.startsWith("/matches");
  const matchId = useMatch("/matches/:matchId")?.params.matchId;
  const answers = [
    useAnswer(api.profiles.me, {}),
    useAnswer(api.profiles.waiting, changeWaiting ? {} : "skip"),
    useAnswer(api.matches.list, { limit: limits.listed }),
    useAnswer(api.chat.threads, {}),
    useAnswer(api.contact.helpPoint, {}),
    useAnswer(api.matches.pendingLikes, isAtMatches ? {} : "skip"),
    useAnswer(api.chat.messages, matchId === undefined ? "skip" : { matchId: matchId as Id<"matches"> }),
  ];
  return new Map(answers.filter((answer) => answer !== null));
}

function useAnswer<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): [name: string, data: unknown] | null {
  const result = useQueryResult({ query, args });
  if (args === "skip" || result.status === "pending") return null;
  if (result.status === "success") return [nameOf(query, args), result.data];
  return isRefusal(result.error, "NOT_FOUND", "FORBIDDEN") ? [nameOf(query, args), null] : null;
}

/** Whether what the client shows is what the deployment says now. */
function isSettled(convex: ConvexReactClient): boolean {
  const { isWebSocketConnected, inflightMutations } = convex.connectionState();
  return isWebSocketConnected && navigator.onLine && inflightMutations === 0;
}

/** With what the answers tell of others that are kept: the words of a match that has ended go. */
function withoutEnded(session: string, answers: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const matches = answers.get(nameOf(api.matches.list, { limit: limits.listed })) as { matchId: string }[] | undefined;
  if (matches === undefined || matches.length === limits.listed) return answers;
  const live = new Set(matches.map(({ matchId }) => nameOf(api.chat.messages, { matchId })));
  const ended = Object.keys(keptIndex(session)).filter((name) => name.startsWith(THREADS) && !live.has(name));
  return new Map([...answers, ...ended.map((name) => [name, null] as const)]);
}

const THREADS = nameOf(api.chat.messages, {}).replace("{}", "");
