import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** Ends a match permanently for both people. Returns whether it succeeded. */
export function useUnmatch() {
  const unmatch = useMutation(api.matches.unmatch);
  return async (matchId: Id<"matches">): Promise<boolean> => {
    const messages = { success: words.unmatched, failure: words.failedUnmatch };
    return (await toastResult(() => unmatch({ matchId }), messages)).ok;
  };
}
