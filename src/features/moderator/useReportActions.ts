import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** A report, as a moderator sees it. */
export type ReportRow = FunctionReturnType<typeof api.moderator.reports>[number];

/** What can be done about reports. A refusal, such as a colleague's earlier decision, is said. */
export function useReportActions() {
  const callWithTimeout = useCallWithTimeout();
  const dismiss = useMutation(api.moderator.dismiss);
  const suspend = useMutation(api.moderator.suspend);
  const restore = useMutation(api.moderator.restore);
  const said = async (act: () => Promise<null>, done: string) => {
    try {
      await callWithTimeout(act);
      toast.success(done);
    } catch (error) {
      toast.error(messageOf(error, words.reportFailed));
    }
  };
  return {
    dismiss: ({ _id: id }: ReportRow) => void said(() => dismiss({ id }), words.dismissed),
    suspend: ({ _id: id }: ReportRow) => void said(() => suspend({ id }), words.suspended),
    restore: ({ _id: id }: ReportRow) => void said(() => restore({ id }), words.restored),
  };
}
