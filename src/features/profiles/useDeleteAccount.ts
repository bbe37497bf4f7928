import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toastResult } from "../../lib/useToastedCall";
import { useAttendee } from "../../session/useAttendee";
import { ownWords as words } from "./ownWords";

/** Deletes the account for good. The route guard then leads to /auth. */
export function useDeleteAccount() {
  const callWithTimeout = useCallWithTimeout();
  const { signOutBy } = useAttendee();
  const deleteAccount = useMutation(api.auth.deleteAccount);
  return async (verificationText: string): Promise<void> => {
    await toastResult(() => signOutBy(() => callWithTimeout(() => deleteAccount({ verificationText }))), {
      success: words.deleted,
      failure: words.deleteFailed,
    });
  };
}
