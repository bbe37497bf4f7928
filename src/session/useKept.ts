import { useQuery_experimental as useQueryResult, type UseQueryResult } from "convex/react";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { useIsOffline } from "../lib/connection";
import { useShownAge } from "../lib/shownAges";
import { type Kept, nameOf, readKept } from "./kept";
import { storedSessionId } from "./storedSession";

/**
 * The kept answer of a name while offline, otherwise null. Back online, it stays until `name` is null, so nothing vanishes from the screen
 * before the live answer arrives. `isEarly`: also with a network, while the live answer is on its way.
 */
export function useKept<T>(name: string | null, isEarly = false): Kept<T> | null {
  const isOffline = useIsOffline();
  const [isUsed, setUsed] = useState(isOffline);
  if (isUsed !== isOffline && (isOffline || name === null)) setUsed(isOffline);

  const session = storedSessionId("attendee");
  const kept = useMemo(
    () => ((isUsed || isEarly) && name !== null && session !== null ? readKept<T>(session, name) : null),
    [isUsed, isEarly, name, session],
  );
  useShownAge(kept?.at);
  return kept;
}

/**
 * In place of `useQuery`, for what people need in a dead spot: the live answer, or until it has come the kept one (`isKept`).
 * `KeptAnswers` says which queries are kept, and under which `name`.
 */
export function useKeptQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
  name?: string,
): UseQueryResult<FunctionReturnType<Query>> & { isKept: boolean } {
  const live = useQueryResult({ query, args });
  const isMissing = args !== "skip" && live.status === "pending";
  const kept = useKept<FunctionReturnType<Query>>(isMissing ? (name ?? nameOf(query, args)) : null);
  if (kept === null) return { ...live, isKept: false };
  return { status: "success", data: kept.data, isKept: true };
}
