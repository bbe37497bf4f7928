import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** A report, as a moderator sees it. */
export type ReportRow = FunctionReturnType<typeof api.moderator.reports>[number];

/** What can be done about reports. A refusal, such as after a colleague's earlier decision, is shown. */
export function useReportActions() {
  const dismiss = useMutation(api.moderator.dismiss);
  const suspend = useMutation(api.moderator.suspend);
  const restore = useMutation(api.moderator.restore);
  const failure = words.reportFailed;
  return {
    dismiss: ({ _id: id }: ReportRow) => void toastResult(() => dismiss({ id }), { success: words.dismissed, failure }),
    suspend: ({ _id: id }: ReportRow, reason: string) =>
      void toastResult(() => suspend({ id, reason }), { success: words.suspended, failure }),
    restore: ({ _id: id }: ReportRow) => void toastResult(() => restore({ id }), { success: words.restored, failure }),
  };
}
