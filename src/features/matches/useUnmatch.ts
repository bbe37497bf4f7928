import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** Ends a match for both people, for good. Answers whether it is done. */
export function useUnmatch() {
  const call = useToastedCall();
  const unmatch = useMutation(api.matches.unmatch);
  return async (matchId: Id<"matches">): Promise<boolean> => {
    const messages = { success: words.unmatched, failure: words.failedUnmatch };
    return (await call(() => unmatch({ matchId }), messages)).ok;
  };
}
