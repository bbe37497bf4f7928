import type { ReactNode } from "react";
import { useIsOffline } from "../lib/connection";
import { Panel } from "./Panel";
import { words } from "./words";

/** A skeleton. Offline, a sentence says that the content cannot load. */
export function OnlineSkeleton({ alone = false, children }: { alone?: boolean; children: ReactNode }) {
  if (!useIsOffline()) return children;
  return (
    <Panel alone={alone} title={words.offlineTitle}>
      {words.offlineText}
    </Panel>
  );
}
