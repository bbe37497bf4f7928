import { useAttendee } from "../../session/useAttendee";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Ends the session, here and at the deployment. The door then leads to /auth. */
export function useSignOut() {
  const { signOut } = useAttendee();
  return async (): Promise<void> => {
    try {
      await signOut();
      toast.success(words.signedOut);
    } catch {
      toast.error(words.signOutFailed);
    }
  };
}
