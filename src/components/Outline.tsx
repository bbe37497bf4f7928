import type { ReactNode } from "react";
import { useIsOffline } from "../lib/connection";
import { Panel } from "./Panel";
import { words } from "./words";

/** Replaces an outline while the person is offline, because the content will not arrive by itself. */
export function Outline({ alone = false, children }: { alone?: boolean; children: ReactNode }) {
  if (!useIsOffline()) return children;
  return (
    <Panel alone={alone} title={words.offlineTitle}>
      {words.offlineText}
    </Panel>
  );
}
