import { useQuery_experimental as useQueryResult, type UseQueryResult } from "convex/react";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { useIsOffline } from "../lib/connection";
import { useShownAge } from "../lib/shownAges";
import { type Cached, nameOf, readCached } from "./cache";
import { storedSessionId } from "./storedSession";

/**
 * Returns the cached answer of a name while offline, otherwise null. Back online, it stays until `name` is null, so nothing vanishes before
 * the live answer arrives. `isEarly`: online too, until the live answer arrives.
 */
export function useCached<T>(name: string | null, isEarly = false): Cached<T> | null {
  const isOffline = useIsOffline();
  const [isUsed, setUsed] = useState(isOffline);
  if (isUsed !== isOffline && (isOffline || name === null)) setUsed(isOffline);

  const session = storedSessionId("attendee");
  const cached = useMemo(
    () => ((isUsed || isEarly) && name !== null && session !== null ? readCached<T>(session, name) : null),
    [isUsed, isEarly, name, session],
  );
  useShownAge(cached?.at);
  return cached;
}

/**
 * `useQuery` for screens that work offline. Returns the cached answer (`isCached`) until the live one arrives. `OfflineCache` lists the
 * cached queries and their names.
 */
export function useCachedQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
  name?: string,
): UseQueryResult<FunctionReturnType<Query>> & { isCached: boolean } {
  const live = useQueryResult({ query, args });
  const isMissing = args !== "skip" && live.status === "pending";
  const cached = useCached<FunctionReturnType<Query>>(isMissing ? (name ?? nameOf(query, args)) : null);
  if (cached === null) return { ...live, isCached: false };
  return { status: "success", data: cached.data, isCached: true };
}
