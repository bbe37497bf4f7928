import { createContext, useContext } from "react";
import type { AuthMode } from "./connections";

export type Session = {
  authMode: AuthMode;
  /** Ends the session. It works without a network: see `Connections`. */
  signOut: (authMode?: AuthMode) => void;
  forget: () => void;
};

export const SessionContext = createContext<Session | null>(null);

/** How the session of this part of the page ends. After that everything below the `SessionProvider` starts afresh. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession needs a SessionProvider above");
  return session;
}
