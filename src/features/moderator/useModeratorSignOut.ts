import { useAuthActions } from "@convex-dev/auth/react";
import { useState } from "react";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Ends the moderator's session. Offline it cannot be ended at the deployment, and says so. */
export function useModeratorSignOut() {
  const within = useReach();
  const { signOut } = useAuthActions();
  const [isLeaving, setLeaving] = useState(false);

  const leave = async (): Promise<void> => {
    try {
      await within(async () => {
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
