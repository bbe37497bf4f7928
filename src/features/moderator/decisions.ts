import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useMutation } from "../../lib/acts";
import { toastResult, useToastedMutation } from "../../lib/toastResult";
import { words } from "./words";

export type Submission = FunctionReturnType<typeof api.moderator.queue>[number];

/**
 * Decides on a submission with an undo period. Returns whether it succeeded. An approved one leaves the queue at once and returns if the
 * decision is refused. A rejected one stays until the answer, behind its question.
 */
export function useDecide() {
  const decide = useMutation(api.moderator.decideWithUndo, (store, { id, approved }) => {
    if (!approved) return;
    for (const { args, value } of store.getAllQueries(api.moderator.waiting)) {
      if (!value?.page.some((row) => row._id === id)) continue;
      store.setQuery(api.moderator.waiting, args, { ...value, page: value.page.filter((row) => row._id !== id) });
    }
  });
  return async (id: Submission["_id"], approved: boolean, reason: string): Promise<boolean> => {
    const decision = reason.trim() === "" ? { id, approved } : { id, approved, reason };
    return (await toastResult(() => decide(decision), { failure: words.decideFailed })).ok;
  };
}

export type ReportRow = FunctionReturnType<typeof api.moderator.reports>[number];

/** Actions on reports. Returns whether a decision succeeded. A refusal, such as after a colleague's decision, is shown as a toast. */
export function useReportActions() {
  const failure = words.reportFailed;
  const dismiss = useToastedMutation(api.moderator.dismiss, { success: words.dismissed, failure });
  const suspend = useToastedMutation(api.moderator.suspend, { success: words.suspended, failure });
  const restore = useToastedMutation(api.moderator.restore, { success: words.restored, failure });
  return {
    dismiss: async ({ _id: id }: ReportRow) => await dismiss({ id }),
    suspend: async ({ _id: id }: ReportRow, reason: string) => await suspend({ id, reason }),
    restore: ({ _id: id }: ReportRow) => void restore({ id }),
  };
}
