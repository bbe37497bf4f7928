import { api } from "../../../convex/_generated/api";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { useAttendee } from "../../session/useAttendee";
import { ownWords as words } from "./ownWords";

/** Deletes the account for good. The route guard then leads to /auth. */
export function useDeleteAccount() {
  const { signOutBy } = useAttendee();
  const deleteAccount = useMutation(api.auth.deleteAccount);
  return async (verificationText: string): Promise<void> => {
    await toastResult(() => signOutBy(() => deleteAccount({ verificationText })), {
      success: words.deleted,
      failure: words.deleteFailed,
    });
  };
}
