import type { FunctionReference } from "convex/server";
import { getFunctionName } from "convex/server";
import type { Id } from "../../convex/_generated/dataModel";
import { limits } from "../../convex/shared/limits";
import { ifAllowed } from "../lib/ifAllowed";
import { DAY } from "../../convex/shared/durations";
import { isNumber, isObject, readStored } from "../lib/stored";

/**
 * The deployment's last answers, stored in this browser for use offline, each under its session. An index per session holds when each was
 * last known to be true. `writeCache` writes them, `useCached` reads them, and the end of the session deletes them.
 */
const PREFIX = "cache:";
/** Milliseconds. Older answers are not shown. */
const LIFETIME = 7 * DAY;

export type Cached<T> = { at: number; data: T };

/** When each cached answer was last true (ms since 1970), by name. */
export type CacheIndex = Record<string, number>;

export const DECK = "deck";

/** The lists that a page joins from two queries each: see `useMatches`. */
export const MATCHES = "matches:list";
export const LIKES = "matches:pendingLikes";

/** The member's own first photo, as a data URL. */
export const OWN_PHOTO = "ownPhoto";
export type OwnPhoto = { url: string; data: string };

/** Cached with the newest page of a thread: how far the other person has read. */
export type CachedThread = { seenUpTo: number };

/** The arguments for the newest page of a thread. */
export const newestPage = (matchId: Id<"matches">) => ({ matchId, limit: limits.threadPage });

/** Returns the cache name of a query with its arguments. */
export function nameOf(query: FunctionReference<"query">, args: object): string {
  return `${getFunctionName(query)} ${JSON.stringify(args)}`;
}

/** Returns the storage key of a session's index, or of one answer. */
export function cacheKey(session: string, name = ""): string {
  return `${PREFIX}${session}${name === "" ? "" : `:${name}`}`;
}

export function cacheIndex(session: string): CacheIndex {
  const index = read(cacheKey(session));
  return isObject(index)
    ? (Object.fromEntries(Object.entries(index).filter(([, at]) => isNumber(at))) as CacheIndex)
    : {};
}

/** Returns a session's cached answer, or null if there is none or it is too old. */
export function readCached<T>(session: string, name: string): Cached<T> | null {
  const at = cacheIndex(session)[name] ?? 0;
  const data = at > Date.now() - LIFETIME ? read(cacheKey(session, name)) : null;
  return data === null ? null : { at, data: data as T };
}

/** Deletes the cached answers of all sessions but one. */
export function clearCache(except: string | null = null): void {
  ifAllowed(() => {
    const isExcepted = (key: string) => except !== null && `${key}:`.startsWith(`${cacheKey(except)}:`);
    for (const key of Object.keys(window.localStorage)) {
      if (key.startsWith(PREFIX) && !isExcepted(key)) window.localStorage.removeItem(key);
    }
  });
}

function read(key: string): unknown {
  return readStored(() => window.localStorage, key);
}
