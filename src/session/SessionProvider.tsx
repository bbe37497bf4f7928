import { ConvexAuthProvider } from "@convex-dev/auth/react";
import type { ConvexReactClient } from "convex/react";
import type { ReactNode } from "react";
import { ConnectionRibbon } from "../components/ConnectionRibbon";
import { Toaster } from "../components/Toaster";
import { sessionStore, type SessionKind } from "./storedSession";

type Props = { kind: SessionKind; client: ConvexReactClient; children: ReactNode };

/** Everything below talks to the deployment with this kind of session. Brings the offline ribbon and the toasts. */
export function SessionProvider({ kind, client, children }: Props) {
  return (
    <ConvexAuthProvider client={client} storage={sessionStore} storageNamespace={kind} shouldHandleCode={false}>
      <ConnectionRibbon />
      <Toaster />
      {children}
    </ConvexAuthProvider>
  );
}
