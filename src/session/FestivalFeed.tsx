import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import { useEffect } from "react";
import { api } from "../../convex/_generated/api";
import { updateFestival } from "../lib/festival";

/** Keeps the festival's settings live on every screen with a client. A query that is sent before the token would run twice. */
export function FestivalFeed() {
  const { isLoading } = useConvexAuth();
  const result = useQueryResult({ query: api.festival.settings, args: isLoading ? "skip" : {} });
  const settings = result.status === "success" ? result.data : null;
  useEffect(() => {
    if (settings !== null) updateFestival(settings);
  }, [settings]);
  return null;
}
