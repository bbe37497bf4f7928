import { toastResult } from "../../lib/toastResult";
import { useAttendee } from "../../session/useAttendee";
import { ownWords as words } from "./ownWords";

/** Ends the session, with or without a network. The route guard then leads to /auth. It fails where the browser's storage does. */
export function useSignOut() {
  const { signOut } = useAttendee();
  return async (): Promise<void> => {
    await toastResult(async () => signOut(), { success: words.signedOut, failure: () => words.signOutFailed });
  };
}
