import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useToastedMutation } from "../../lib/toastResult";
import { words } from "./words";

/** A report, as a moderator sees it. */
export type ReportRow = FunctionReturnType<typeof api.moderator.reports>[number];

/** What can be done about reports. A refusal, such as after a colleague's earlier decision, is shown. */
export function useReportActions() {
  const failure = words.reportFailed;
  const dismiss = useToastedMutation(api.moderator.dismiss, { success: words.dismissed, failure });
  const suspend = useToastedMutation(api.moderator.suspend, { success: words.suspended, failure });
  const restore = useToastedMutation(api.moderator.restore, { success: words.restored, failure });
  return {
    dismiss: ({ _id: id }: ReportRow) => void dismiss({ id }),
    suspend: ({ _id: id }: ReportRow, reason: string) => void suspend({ id, reason }),
    restore: ({ _id: id }: ReportRow) => void restore({ id }),
  };
}
