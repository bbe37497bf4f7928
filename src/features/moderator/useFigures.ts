import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useLastKnown } from "../../lib/useLastKnown";
import { useMinute } from "../../lib/useMinute";

export type Figures = FunctionReturnType<typeof api.moderator.figures>;

/** The figures above the queue: how many wait, since when, and the last hour's decisions. Null: not known yet. */
export function useFigures(): Figures | null {
  const counted = Math.floor(useMinute() / COUNTED) * COUNTED;
  const figures = useQuery(api.moderator.figures, { since: counted + COUNTED - HOUR });
  // The last ten minutes' figures stay while the next ones load.
  return useLastKnown(figures) ?? null;
}

/** Decisions are counted in rows of ten minutes, six an hour. */
const COUNTED = 10 * 60_000;
const HOUR = 60 * 60_000;
