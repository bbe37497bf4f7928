import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import { api } from "../../convex/_generated/api";
import { ConnectionRibbon } from "../components/ConnectionRibbon";
import { Toasts } from "../components/Toasts";
import { updateFestival } from "../lib/festival";
import type { Connections } from "./connections";
import { storedSessionId } from "./storedSession";
import { SessionContext, useSession } from "./useSession";

type Props = {
  connections: Connections;
  /** Runs when another tab has ended the session. */
  onEndedElsewhere?: () => void;
  children: ReactNode;
};

/**
 * Connects its children to the deployment with this kind of session. They are remounted when the session ends, so the next person gets no
 * state, answer or pending call of the last one. Includes the offline ribbon and the toasts.
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
      isEarly: () => client.isEarlyFor(storedSessionId(connections.kind)),
      signOut: connections.signOut.bind(connections),
      forget: connections.forget.bind(connections),
      whileEnding: connections.whileEnding.bind(connections),
    }),
    [connections, client, authMode],
  );

  return (
    <SessionContext value={session}>
      <Toasts />
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

/** Keeps the festival's settings live. Waits for the token, because a query sent before it would run twice. */
function FestivalFeed() {
  const { isLoading } = useConvexAuth();
  const { isEarly } = useSession();
  const result = useQueryResult({ query: api.festival.settings, args: isLoading && !isEarly() ? "skip" : {} });
  const settings = result.status === "success" ? result.data : null;
  useEffect(() => {
    if (settings !== null) updateFestival(settings);
  }, [settings]);
  return null;
}
