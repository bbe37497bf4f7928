import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useAttendee } from "../../session/useAttendee";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Deletes the account for good. The door then leads to /auth. */
export function useDeleteAccount() {
  const callWithTimeout = useCallWithTimeout();
  const { signOutBy } = useAttendee();
  const deleteAccount = useMutation(api.auth.deleteAccount);
  return async (verificationText: string): Promise<void> => {
    try {
      await signOutBy(() => callWithTimeout(() => deleteAccount({ verificationText })));
      toast.success(words.deleted);
    } catch (error) {
      toast.error(messageOf(error, words.deleteFailed));
    }
  };
}
