import { useAuthActions } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useState } from "react";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Ends the moderator's session. Offline it cannot be ended at the deployment, and says so. */
export function useModeratorSignOut() {
  const convex = useConvex();
  const { signOut } = useAuthActions();
  const [isLeaving, setLeaving] = useState(false);

  const leave = async (): Promise<void> => {
    if (!convex.connectionState().isWebSocketConnected) {
      toast.error(words.signOutFailed);
      return;
    }
    setLeaving(true);
    await signOut();
    toast.success(words.signedOut);
  };
  return { isLeaving, leave };
}
