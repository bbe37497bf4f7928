import { useAttendee } from "../../lib/attendee";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Ends the session, here and at the deployment. The door then leads to /auth. */
export function useSignOut() {
  const { leave } = useAttendee();
  return async (): Promise<void> => {
    try {
      await leave();
      toast.success(words.signedOut);
    } catch {
      toast.error(words.signOutFailed);
    }
  };
}
