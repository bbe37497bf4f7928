import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";
import type { api } from "../../convex/_generated/api";
import type { AuthState } from "./authState";

/** The signed-in person, as only they see themselves. */
export type CurrentUser = FunctionReturnType<typeof api.profiles.me>;

export type Attendee = {
  authState: AuthState;
  me: CurrentUser | null;
  /** `me` is from the last visit: the live answer is on its way, or out of reach. */
  isCached: boolean;
  /** Ends the session, with or without a network: see `Connections`. */
  signOut: () => void;
  /** Runs an action that ends the session at the deployment, then forgets it here. When it is refused the person stays signed in. */
  signOutBy: (action: () => Promise<unknown>) => Promise<void>;
};

export const AttendeeContext = createContext<Attendee | null>(null);

/** The current user and their state. Also for screens that visitors see. */
export function useAttendee(): Attendee {
  const attendee = useContext(AttendeeContext);
  if (attendee === null) throw new Error("useAttendee needs an AttendeeProvider above");
  return attendee;
}

/** The signed-in person, live. Only for screens below a guard that lets nobody else in. */
export function useMe(): CurrentUser {
  const { me } = useAttendee();
  if (me === null) throw new Error("useMe needs a guard above that lets only signed-in people in");
  return me;
}
