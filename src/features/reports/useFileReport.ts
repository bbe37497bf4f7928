import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import type { Reported } from "../../lib/useReport";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Tells the moderators about somebody. Whether it was taken; what was typed stays when it was not. */
export function useFileReport() {
  const callWithTimeout = useCallWithTimeout();
  const file = useMutation(api.reports.file);
  const [isBusy, setBusy] = useState(false);

  const send = async ({ _id, name }: Reported, reason: string): Promise<boolean> => {
    setBusy(true);
    try {
      await callWithTimeout(() => file({ reportedUserId: _id, reportedUserName: name, reason }));
      toast.success(words.submitted);
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.failed));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, send };
}
