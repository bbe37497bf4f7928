import { useConvex, useQuery_experimental as useQueryResult, type ConvexReactClient } from "convex/react";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useMatch } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { limits } from "../../convex/shared/limits";
import { olderLikes, olderMatches, withNewLikes, withNewMatches } from "../features/matches/useMatches";
import { isRefusal } from "../lib/errors";
import { after, every, listen } from "../lib/events";
import { useNetworkIsFree } from "../lib/freeNetwork";
import { useIsThreadAlone } from "../lib/useIsWide";
import { useNews, type News } from "../lib/useNewCounts";
import { cacheIndex, LIKES, MATCHES, nameOf, newestPage, OWN_PHOTO, readCached, type OwnPhoto } from "../session/cache";
import { storedSessionId } from "../session/storedSession";
import { useMe } from "../session/useAttendee";
import { writeCache } from "../session/writeCache";

/** Milliseconds. Batches changes that arrive together. */
const WRITE_DELAY = 500;
/** Milliseconds. The precision of a cached answer's age. */
const REWRITE_INTERVAL = 30_000;

/**
 * Stores what a member needs offline, on every screen: see `useCachedQuery`. The screen's own data is stored as soon as it arrives.
 * Other data is fetched once the network is free.
 */
export function OfflineCache() {
  const session = storedSessionId("attendee");
  return session === null ? null : <CacheWriter key={session} session={session} />;
}

function CacheWriter({ session }: { session: string }) {
  const convex = useConvex();
  const isFree = useNetworkIsFree();
  const [hasList, setHasList] = useState(() => THREAD_LIST in cacheIndex(session));
  const answers = useAnswers(isFree, hasList);
  const [changes, setChanges] = useState(0);

  const write = useEffectEvent(() => {
    const { isSettled, isConnected } = stateOf(convex);
    if (isSettled) {
      writeCache(session, withEndedThreads(session, answers));
      setHasList(THREAD_LIST in cacheIndex(session));
      return;
    }
    if (!isConnected) return;
    // During a mutation the client shows unconfirmed data. It is stored only where nothing is stored yet.
    const index = cacheIndex(session);
    const missing = [...answers].filter(([name, data]) => data !== null && index[name] === undefined);
    if (missing.length > 0) writeCache(session, new Map(missing));
    setChanges(changes + 1);
  });
  useEffect(() => {
    const index = cacheIndex(session);
    const isMissing = [...answers.keys()].some((name) => index[name] === undefined);
    return after(isMissing && changes === 0 ? 0 : WRITE_DELAY, write);
  });
  useEffect(() => every(REWRITE_INTERVAL, write), []);
  useEffect(() => listen(document, "visibilitychange", write), []);
  return null;
}

/** Returns the live answers by name. Null: the deployment refused. `hasList`: the list of threads is cached. */
function useAnswers(isFree: boolean, hasList: boolean): ReadonlyMap<string, unknown> {
  const { changeWaiting } = useMe();
  const isAtMatches = useLocation().pathname.startsWith("/matches");
  // Each message reruns the list of threads. While a thread hides the list, it is fetched only if it is not cached yet.
  const isThreadAlone = useIsThreadAlone();
  const news = useNews();
  const matches = useAnswer(
    api.matches.list,
    isAtMatches || isFree ? olderMatches(limits.listSizeDefault) : "skip",
    MATCHES,
  );
  const likes = useAnswer(api.matches.pendingLikes, isAtMatches ? olderLikes : "skip", LIKES);
  const answers = [
    useAnswer(api.profiles.me, {}),
    useAnswer(api.profiles.waiting, changeWaiting && isFree ? {} : "skip"),
    withNewer(matches, news, withNewMatches),
    withNewer(likes, news?.likes ? news : null, withNewLikes),
    useAnswer(api.chat.threads, (isThreadAlone ? !hasList : isAtMatches || isFree) ? {} : "skip"),
    useThreadAnswer(useMatch("/matches/:matchId")?.params.matchId as Id<"matches"> | undefined),
  ];
  return new Map<string, unknown>([...answers, useOwnPhoto(isFree)].filter((answer) => answer !== null));
}

/** Returns the newest page of the open thread, with how far the other person has read, once that is known. */
function useThreadAnswer(matchId: Id<"matches"> | undefined): Answer<object> {
  const page = useAnswer(api.chat.messages, matchId === undefined ? "skip" : newestPage(matchId));
  const seen = useAnswer(api.chat.seen, matchId === undefined ? "skip" : { matchId });
  if (page === null || page[1] === null) return page;
  return [page[0], { ...page[1], ...(typeof seen?.[1] === "number" && { seenUpTo: seen[1] }) }];
}

/** Returns a list joined with its newer entries, or null until these are known. */
function withNewer<Entry>(
  answer: Answer<readonly Entry[]>,
  news: News | null,
  join: (older: readonly Entry[], news: News) => readonly Entry[],
): Answer<readonly Entry[]> {
  if (answer === null || answer[1] === null) return answer;
  return news && [answer[0], join(answer[1], news)];
}

/** Returns the member's own first photo. Fetches it again only if it changed, and after what the screen shows (`isFree`). */
function useOwnPhoto(isFree: boolean): [name: string, photo: OwnPhoto] | null {
  const url = useMe().photos[0]?.middle;
  const [photo, setPhoto] = useState(() => readCached<OwnPhoto>(storedSessionId("attendee") ?? "", OWN_PHOTO)?.data);
  const isCurrent = photo?.url === url;
  useEffect(() => {
    if (url === undefined || isCurrent || !isFree) return;
    // If it fails, a silhouette is shown.
    void dataOf(url)
      .then((data) => setPhoto({ url, data }))
      .catch(() => undefined);
  }, [url, isCurrent, isFree]);
  return photo !== undefined && isCurrent ? [OWN_PHOTO, photo] : null;
}

async function dataOf(url: string): Promise<string> {
  // The browser's copy for an `<img>` may lack the header that lets a script read it.
  const file = await (await fetch(url, { cache: "reload" })).blob();
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    Object.assign(reader, { onload: resolve, onerror: reject });
    reader.readAsDataURL(file);
  });
  return reader.result as string;
}

/** Null: not known yet. `data` is null if the deployment refused. */
type Answer<Data> = [name: string, data: Data | null] | null;

function useAnswer<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
  cacheName?: string,
): Answer<FunctionReturnType<Query>> {
  const name = args === "skip" ? null : (cacheName ?? nameOf(query, args));
  // A failed query is dropped here. While it is subscribed to here, its screen could not retry it.
  const [failed, setFailed] = useState<string | null>(null);
  const result = useQueryResult({ query, args: name === failed ? "skip" : args });
  if (name === null || name === failed || result.status === "pending") return null;
  if (result.status === "success") return [name, result.data];
  if (isRefusal(result.error, "NOT_FOUND", "FORBIDDEN")) return [name, null];
  setFailed(name);
  return null;
}

/** `isSettled`: the client shows the deployment's current data, without pending mutations. */
function stateOf(convex: ConvexReactClient) {
  const { isWebSocketConnected, inflightMutations } = convex.connectionState();
  const isConnected = isWebSocketConnected && navigator.onLine;
  return { isConnected, isSettled: isConnected && inflightMutations === 0 };
}

/** Adds a null for each cached thread whose match has ended, so that its messages are deleted. */
function withEndedThreads(session: string, answers: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const matches = answers.get(MATCHES) as { matchId: Id<"matches"> }[] | undefined;
  if (matches === undefined || matches.length >= limits.listSizeDefault) return answers;
  const live = new Set(matches.map(({ matchId }) => nameOf(api.chat.messages, newestPage(matchId))));
  const ended = Object.keys(cacheIndex(session)).filter((name) => name.startsWith(MESSAGES_PREFIX) && !live.has(name));
  return new Map([...answers, ...ended.map((name) => [name, null] as const)]);
}

const THREAD_LIST = nameOf(api.chat.threads, {});
const MESSAGES_PREFIX = nameOf(api.chat.messages, {}).replace("{}", "");
