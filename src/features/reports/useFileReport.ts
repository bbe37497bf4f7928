import { api } from "../../../convex/_generated/api";
import type { ReportKind } from "../../../convex/shared/reports";
import { useMutation } from "../../lib/acts";
import type { Reported } from "../../lib/useReport";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

type Why = { reason: string; kind: ReportKind | undefined };

/** Reports a person to the moderators. Returns whether the report was accepted. */
export function useFileReport() {
  const file = useMutation(api.reports.file);
  return async ({ _id, name, message }: Reported, { reason, kind }: Why): Promise<boolean> => {
    const about = message && { message: { matchId: message.matchId, position: message.position } };
    const report = { reportedUserId: _id, reportedUserName: name, reason, ...(kind && { kind }), ...about };
    return (await toastResult(() => file(report), { success: words.submitted, failure: words.failed })).ok;
  };
}
