import { neededContext } from "../lib/neededContext";
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

/** The hook returns how to end the session of this part of the page. */
export const [SessionContext, useSession] = neededContext<Session>("SessionProvider");
