import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useMutation } from "../../lib/acts";
import { toast } from "../../lib/toast";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** Milliseconds without an answer before a toast says that the unmatch is under way. The question is closed by then. */
const SLOW = 1_000;

/** Ends a match permanently for both people. Returns whether it succeeded. */
export function useUnmatch() {
  const unmatch = useMutation(api.matches.unmatch);
  return async (matchId: Id<"matches">): Promise<boolean> => {
    const messages = { success: words.unmatched, failure: words.failedUnmatch };
    const timer = window.setTimeout(() => toast.info(words.unmatching), SLOW);
    const { ok } = await toastResult(() => unmatch({ matchId }), messages);
    window.clearTimeout(timer);
    return ok;
  };
}
