import type { ReactNode } from "react";
import { useIsOffline } from "../lib/connection";
import { Panel } from "./Panel";
import { words } from "./words";

/** Instead of an outline of what is on its way, for somebody who is offline: then it does not come by itself. */
export function Outline({ alone = false, children }: { alone?: boolean; children: ReactNode }) {
  if (!useIsOffline()) return children;
  return (
    <Panel alone={alone} title={words.offlineTitle}>
      {words.offlineText}
    </Panel>
  );
}
