import { useConvex, useQuery } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useBackgroundMutation } from "../../lib/acts";
import { every, listen } from "../../lib/events";
import type { Filter } from "./useWaiting";

/** Claims the next row that no colleague has open, after the one open before. Null: none. */
export type ClaimNext = (after: string | null) => Promise<string | null>;
export type Item = Id<"submissions"> | Id<"reports">;
export type Claims = ReadonlyMap<string, string>;

/** Milliseconds. Well below `limits.claimLifetime`. */
const HEARTBEAT = 20_000;

/** Returns what other moderators have open, and the handles for reports open here. `isKnown` once the deployment has responded. */
export function useClaims(): { claims: Claims; handles: ReadonlyMap<string, string>; isKnown: boolean } {
  const all = useQuery(api.moderator.claimed, {});
  const others = (all ?? []).filter(({ mine }) => !mine);
  return {
    claims: new Map(others.map(({ item, moderator }) => [item, moderator])),
    handles: new Map(
      (all ?? []).flatMap(({ item, handle }) => (handle === undefined ? [] : [[item, handle] as const])),
    ),
    isKnown: all !== undefined,
  };
}

/** Claims the open item while the page is visible, once the choice is settled. Ignores failures, as claims are advisory. */
export function useClaim(item: Item | undefined, isSettled: boolean) {
  const convex = useConvex();

  useEffect(() => {
    if (!isSettled) return;
    const claim = (open: Item | null) =>
      void convex.mutation(api.moderator.claim, { item: open }).catch(() => undefined);
    const isConnected = () => convex.connectionState().isWebSocketConnected;
    const update = () => claim(document.visibilityState === "visible" ? (item ?? null) : null);
    update();
    const stops = [
      // Offline, the client would queue each one.
      every(HEARTBEAT, () => isConnected() && document.visibilityState === "visible" && update()),
      listen(document, "visibilitychange", update),
    ];
    return () => stops.forEach((stop) => stop());
  }, [convex, item, isSettled]);

  useEffect(() => () => void convex.mutation(api.moderator.claim, { item: null }).catch(() => undefined), [convex]);
}

/** Returns a function that claims the next profile matching the filter. The deployment chooses it. A failure counts as none. */
export function useClaimNext(filter: Filter): ClaimNext {
  const claim = useBackgroundMutation(api.moderator.claimNext);
  return async (after) => await claim({ after, filter }).catch(() => null);
}
