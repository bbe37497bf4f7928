import { useSyncExternalStore } from "react";
import { dayOf } from "./days";

export function useToday(): string {
  return useSyncExternalStore(everyMinute, () => dayOf(Date.now()));
}

function everyMinute(tick: () => void): () => void {
  const timer = window.setInterval(tick, 60_000);
  return () => window.clearInterval(timer);
}
