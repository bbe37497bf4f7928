import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";
import { neededContext } from "../lib/neededContext";
import type { AuthState } from "./authState";

/** The signed-in person, with the fields that only they see. */
export type CurrentUser = FunctionReturnType<typeof api.profiles.me>;

export type Attendee = {
  authState: AuthState;
  me: CurrentUser | null;
  /** True if `me` is from the last visit, because the live answer has not arrived. */
  isCached: boolean;
  /** Ends the session, online or offline: see `Connections`. */
  signOut: () => void;
  /** Runs an action that ends the session at the deployment, then forgets it here. If it is refused, the person stays signed in. */
  signOutBy: (action: () => Promise<unknown>) => Promise<void>;
};

/** The hook returns the current user and their state. Also for screens that visitors see. */
export const [AttendeeContext, useAttendee] = neededContext<Attendee>("AttendeeProvider");

/** Returns the signed-in person, live. Only below a guard. */
export function useMe(): CurrentUser {
  const { me } = useAttendee();
  if (me === null) throw new Error("useMe needs a guard above that admits only signed-in people");
  return me;
}
