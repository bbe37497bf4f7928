import { useAttendee } from "../../lib/attendee";
import { clearDrafts } from "../../lib/draft";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Ends the session, here and at the deployment. The door then leads to /auth. */
export function useSignOut() {
  const { leave } = useAttendee();
  return async (): Promise<void> => {
    try {
      await leave();
      clearDrafts();
      toast.success(words.signedOut);
    } catch {
      toast.error(words.signOutFailed);
    }
  };
}
