import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { Unanswered, useMutation } from "../../lib/acts";
import { toastResult, useToastedMutation, type Result } from "../../lib/toastResult";
import { words } from "./words";

export type Submission = FunctionReturnType<typeof api.moderator.queue>[number];

/**
 * Decides on a submission with an undo period. Returns whether it succeeded. An approved one leaves the queue at once and returns if the
 * decision is refused. A rejected one stays until the answer, below its question.
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
    return await isDone(await toastResult(() => decide(decision), { failure: words.decideFailed }));
  };
}

export type ReportRow = FunctionReturnType<typeof api.moderator.reports>[number];

/** Actions on reports. Returns whether a decision succeeded. A refusal, such as after a colleague's decision, is shown as a toast. */
export function useReportActions() {
  const failure = words.reportFailed;
  const dismiss = useMutation(api.moderator.dismiss);
  const suspend = useMutation(api.moderator.suspend);
  const restore = useToastedMutation(api.moderator.restore, { success: words.restored, failure });
  return {
    dismiss: async ({ _id: id }: ReportRow) =>
      await isDone(await toastResult(() => dismiss({ id }), { success: words.dismissed, failure })),
    suspend: async ({ _id: id }: ReportRow, reason: string) =>
      await isDone(await toastResult(() => suspend({ id, reason }), { success: words.suspended, failure })),
    restore: ({ _id: id }: ReportRow) => void restore({ id }),
  };
}

/** Returns whether a decision took effect. If the connection was lost before the answer, waits for the answer. */
async function isDone(result: Result): Promise<boolean> {
  if (result.ok || !(result.error instanceof Unanswered)) return result.ok;
  return await result.error.answer.then(
    () => true,
    () => false,
  );
}
