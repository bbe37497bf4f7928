import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** A report, as a moderator sees it. */
export type ReportRow = FunctionReturnType<typeof api.moderator.reports>[number];

/** What can be done about reports. A refusal, such as after a colleague's earlier decision, is shown. */
export function useReportActions() {
  const call = useToastedCall();
  const dismiss = useMutation(api.moderator.dismiss);
  const suspend = useMutation(api.moderator.suspend);
  const restore = useMutation(api.moderator.restore);
  const failure = words.reportFailed;
  return {
    dismiss: ({ _id: id }: ReportRow) => void call(() => dismiss({ id }), { success: words.dismissed, failure }),
    suspend: ({ _id: id }: ReportRow, reason: string) =>
      void call(() => suspend({ id, reason }), { success: words.suspended, failure }),
    restore: ({ _id: id }: ReportRow) => void call(() => restore({ id }), { success: words.restored, failure }),
  };
}
