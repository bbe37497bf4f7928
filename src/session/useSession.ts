import { createContext, useContext } from "react";
import type { AuthMode } from "./connections";

export type Session = {
  authMode: AuthMode;
  /** True if the client authenticated before the app had loaded. Queries need not wait for the provider then. */
  isEarly: () => boolean;
  /** Ends the session, online or offline: see `Connections`. */
  signOut: (authMode?: AuthMode) => void;
  forget: () => void;
  whileEnding: <T>(act: () => Promise<T>) => Promise<T>;
};

export const SessionContext = createContext<Session | null>(null);

/** Returns how to end the session of this part of the page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession needs a SessionProvider above");
  return session;
}
