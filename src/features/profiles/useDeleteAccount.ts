import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useAttendee } from "../../lib/attendee";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Deletes the account for good. The door then leads to /auth. */
export function useDeleteAccount() {
  const within = useReach();
  const { leaveBy } = useAttendee();
  const deleteAccount = useMutation(api.auth.deleteAccount);
  return async (verificationText: string): Promise<void> => {
    try {
      await leaveBy(() => within(() => deleteAccount({ verificationText })));
      toast.success(words.deleted);
    } catch (error) {
      toast.error(messageOf(error, words.deleteFailed));
    }
  };
}
