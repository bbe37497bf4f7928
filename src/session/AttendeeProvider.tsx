import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import type { ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { isRefusal } from "../lib/errors";
import { authStateOf } from "./authState";
import { ownSignOut } from "./ownSignOut";
import { AttendeeContext } from "./useAttendee";
import { useExpiredSession } from "./useExpiredSession";
import { useSession } from "./useSession";
import { useSignOutBy } from "./useSignOutBy";

/** Knows the attendee of this browser, for everything below. Needs a `SessionProvider` above. */
export function AttendeeProvider({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const result = useQueryResult({ query: api.profiles.me, args: isAuthenticated ? {} : "skip" });
  const session = useSession();
  const { isOwnDoing, signOutBy } = useSignOutBy();
  const me = isAuthenticated && result.status === "success" ? result.data : null;
  const authState = authStateOf(
    { isLoading, isAuthenticated },
    result.status === "error"
      ? { status: "error", isExpired: isRefusal(result.error, "UNAUTHENTICATED") }
      : result.status === "success"
        ? { ...result.data, status: "success" }
        : result,
  );
  const signOut = () => {
    ownSignOut.note();
    session.signOut(authState === "rejected" ? "signUp" : "signIn");
  };

  useExpiredSession(authState, isOwnDoing);
  return <AttendeeContext.Provider value={{ authState, me, signOut, signOutBy }}>{children}</AttendeeContext.Provider>;
}
