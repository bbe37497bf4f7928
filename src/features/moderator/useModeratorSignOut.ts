import { useAuthActions } from "@convex-dev/auth/react";
import { useState } from "react";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** Ends the moderator's session. Offline it cannot be ended at the deployment, and the moderator is told so. */
export function useModeratorSignOut() {
  const call = useToastedCall();
  const { signOut: endSession } = useAuthActions();
  const [isSigningOut, setSigningOut] = useState(false);

  const signOut = async (): Promise<void> => {
    const end = async () => {
      setSigningOut(true);
      await endSession();
    };
    const { ok } = await call(end, { success: words.signedOut, failure: () => words.signOutFailed });
    if (!ok) setSigningOut(false);
  };
  return { isSigningOut, signOut };
}
