import { useQuery } from "convex/react";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { setAppBadge } from "../../lib/appBadge";
import { useIsThreadAlone } from "../../lib/useIsWide";
import { totalNew, NewCountsContext } from "../../lib/useNewCounts";
import { useIsVisible } from "../../lib/visibility";
import { useNewNotes } from "./useNewNotes";

/** Provides what is new to all member screens: for the badges, the title and the app's icon. */
export function NewCountsProvider({ children }: { children: ReactNode }) {
  // Each message and each read mark would count again what nobody sees.
  const isUnseen = [useIsThreadAlone(), useIsVisible()].every(Boolean);
  const live = useQuery(api.matches.news, isUnseen ? "skip" : {});
  const [last, setLast] = useState(live);
  if (live !== undefined && live !== last) setLast(live);
  const counts = live ?? last ?? null;
  useNewNotes(counts);
  const count = counts === null ? null : totalNew(counts);
  // A page without members' screens leaves the number: there is still something new. A sign-out removes it.
  useEffect(() => {
    if (count !== null) setAppBadge(count);
  }, [count]);
  return <NewCountsContext value={counts}>{children}</NewCountsContext>;
}
