import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Ends a match for both, for good. */
export function useUnmatch() {
  const callWithTimeout = useCallWithTimeout();
  const unmatch = useMutation(api.matches.unmatch);
  return async (matchId: Id<"matches">) => {
    try {
      await callWithTimeout(() => unmatch({ matchId }));
      toast.success(words.unmatched);
    } catch (error) {
      toast.error(messageOf(error, words.failedUnmatch));
    }
  };
}
