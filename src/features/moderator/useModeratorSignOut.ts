import { useAuthActions } from "@convex-dev/auth/react";
import { useState } from "react";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Ends the moderator's session. Offline it cannot be ended at the deployment, and says so. */
export function useModeratorSignOut() {
  const callWithTimeout = useCallWithTimeout();
  const { signOut } = useAuthActions();
  const [isLeaving, setLeaving] = useState(false);

  const leave = async (): Promise<void> => {
    try {
      await callWithTimeout(async () => {
        setLeaving(true);
        await signOut();
      });
      toast.success(words.signedOut);
    } catch {
      setLeaving(false);
      toast.error(words.signOutFailed);
    }
  };
  return { isLeaving, leave };
}
