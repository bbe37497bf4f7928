import { useQuery_experimental as useQueryResult } from "convex/react";
import { useEffect } from "react";
import { api } from "../../convex/_generated/api";
import { updateFestival } from "../lib/festival";

/** Keeps the festival's settings live on every screen with a client. Asked before who asks is known: a closed app then deals no deck. */
export function FestivalFeed() {
  const result = useQueryResult({ query: api.festival.settings, args: {} });
  const settings = result.status === "success" ? result.data : null;
  useEffect(() => {
    if (settings !== null) updateFestival(settings);
  }, [settings]);
  return null;
}
