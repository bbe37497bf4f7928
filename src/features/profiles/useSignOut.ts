import { toastResult } from "../../lib/useToastedCall";
import { useAttendee } from "../../session/useAttendee";
import { words } from "./words";

/** Ends the session, here and at the deployment. The route guard then leads to /auth. */
export function useSignOut() {
  const { signOut } = useAttendee();
  return async (): Promise<void> => {
    await toastResult(signOut, { success: words.signedOut, failure: () => words.signOutFailed });
  };
}
