import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import { api } from "../../convex/_generated/api";
import { ConnectionRibbon } from "../components/ConnectionRibbon";
import { Toaster } from "../components/Toaster";
import { updateFestival } from "../lib/festival";
import type { Connections } from "./connections";
import { SessionContext } from "./useSession";

type Props = {
  connections: Connections;
  /** Another tab has ended the session. */
  onEndedElsewhere?: () => void;
  children: ReactNode;
};

/**
 * Everything below talks to the deployment with this kind of session, and starts afresh when it ends: no state, no answer
 * and no waiting call of one person is there for the next. Brings the offline ribbon and the toasts.
 */
export function SessionProvider({ connections, onEndedElsewhere, children }: Props) {
  const connection = useSyncExternalStore(connections.subscribe, connections.current, connections.current);
  const { client, store, authMode } = connection;
  const onEnded = useEffectEvent(() => onEndedElsewhere?.());
  useEffect(() => connections.followTabs(onEnded), [connections]);
  useEffect(() => connections.closeReplaced(), [connections, connection]);
  const session = useMemo(
    () => ({
      authMode,
      signOut: connections.signOut.bind(connections),
      forget: connections.forget.bind(connections),
    }),
    [connections, authMode],
  );

  return (
    <SessionContext value={session}>
      <Toaster />
      <ConvexAuthProvider
        key={connection.id}
        client={client}
        storage={store}
        storageNamespace={connections.kind}
        shouldHandleCode={false}
      >
        <ConnectionRibbon>
          <FestivalFeed />
          {children}
        </ConnectionRibbon>
      </ConvexAuthProvider>
    </SessionContext>
  );
}

/** Keeps the festival's settings live on every screen with a client. A query that is sent before the token would run twice. */
function FestivalFeed() {
  const { isLoading } = useConvexAuth();
  const result = useQueryResult({ query: api.festival.settings, args: isLoading ? "skip" : {} });
  const settings = result.status === "success" ? result.data : null;
  useEffect(() => {
    if (settings !== null) updateFestival(settings);
  }, [settings]);
  return null;
}
