import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

export type Undoable = NonNullable<FunctionReturnType<typeof api.moderator.undoable>>;

/** One's last decision while it can be undone, and what undoes it: `onUndone` gets the version that waits again. */
export function useUndo(onUndone: (id: Undoable["id"]) => void) {
  const undo = useMutation(api.moderator.undoDecision);
  const decision = useQuery(api.moderator.undoable, {}) ?? null;
  return {
    decision,
    undo: () => {
      if (decision === null) return;
      const { id } = decision;
      void toastResult(async () => onUndone(await undo({ id })), { failure: words.undoFailed });
    },
  };
}
