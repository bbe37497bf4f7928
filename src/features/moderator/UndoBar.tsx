import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { KeyHint } from "../../components/KeyHint";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { useFocusAfterRemoval } from "../../lib/useFocusAfterRemoval";
import { words } from "./words";

type Undoable = NonNullable<FunctionReturnType<typeof api.moderator.undoable>>;

/**
 * The moderator's last decision, while it can be undone. Keeps its space, so that nothing moves when it appears and disappears. On a phone
 * it covers the header, and no part of the next person.
 */
export function UndoBar({ decision, onUndo }: { decision: Undoable | null; onUndo: () => void }) {
  const focus = useFocusAfterRemoval();
  return (
    <div {...focus} role="status" className="lg:min-h-15">
      {decision !== null && (
        <div className={bar}>
          <p className="min-w-0 flex-1">
            <bdi className="block truncate font-semibold">{decision.name}</bdi>
            <span className="text-note text-soft">{words.decided[decision.approved ? "approved" : "rejected"]}</span>
          </p>
          <Button variant="quiet" aria-keyshortcuts={words.keys.undo} onClick={onUndo}>
            {words.undo} <KeyHint name={words.keys.undo} />
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns the moderator's last decision, while it can be undone, and its undo. `onUndone` gets the id of the version that waits again. */
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

const bar =
  "flex items-center gap-3 rounded-md border-2 border-line bg-raised py-1 pr-1 pl-3 max-lg:fixed max-lg:inset-x-3 " +
  "max-lg:top-[calc(0.25rem+env(safe-area-inset-top))] max-lg:z-10 max-lg:shadow-lift";
