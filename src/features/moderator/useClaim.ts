import { useConvex, useQuery } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";

type Item = Id<"submissions"> | Id<"reports">;
/** Which colleague has what open. */
export type Claims = ReadonlyMap<string, string>;

/** Well inside the time after which a claim lapses. */
const SIGN_OF_LIFE = 20_000;

/** What the other moderators have open just now; `isKnown` once the deployment has said so. */
export function useClaims(): { claims: Claims; isKnown: boolean } {
  const all = useQuery(api.moderator.claimed, {});
  const others = (all ?? []).filter(({ mine }) => !mine);
  return { claims: new Map(others.map(({ item, moderator }) => [item, moderator])), isKnown: all !== undefined };
}

/** Tells the other moderators what is open here, while the page is looked at. A courtesy: nothing depends on it. */
export function useClaim(item: Item | undefined) {
  const convex = useConvex();

  useEffect(() => {
    const tell = (open: Item | null) =>
      void convex.mutation(api.moderator.claim, { item: open }).catch(() => undefined);
    const look = () => tell(document.visibilityState === "visible" ? (item ?? null) : null);
    look();
    const timer = window.setInterval(() => document.visibilityState === "visible" && look(), SIGN_OF_LIFE);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [convex, item]);

  useEffect(() => () => void convex.mutation(api.moderator.claim, { item: null }).catch(() => undefined), [convex]);
}
