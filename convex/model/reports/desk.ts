/** Moderators' decisions on reports. The reporter is stored with the report and never shown. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { recordRuling } from "../moderation/trail";
import { isHiddenByReports } from "./reports";
import { closeReport, checkedReason, makeVisible, restoreMember, suspendMember } from "./suspensions";
import { decideOnDeleted } from "./deletedAccounts";
import { rowById } from "../rows/byId";

type Moderator = Doc<"users">;
type ReportAndPerson = { report: Doc<"reports"> } & (
  | { user: Doc<"users">; former: null }
  /** The account is deleted. */
  | { user: null; former: Doc<"formerAccounts"> }
);

/** Closes a report without consequences. A person hidden by reports reappears once too few are open. */
export async function dismiss(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { report, user, former } = await reportToDecide(ctx, id, "open");
  if (user === null) return await decideOnDeleted(ctx, moderator, former, report, "dismissed");
  await recordRuling(ctx, moderator, "dismissed", { about: user._id, name: report.card?.name });
  await closeReport(ctx, report, user._id, "dismissed");
  if (user.status === "hidden" && !(await isHiddenByReports(ctx, user._id))) await makeVisible(ctx, user);
}

/** Suspends the reported person, and closes the other open reports about them. */
export async function suspend(
  ctx: MutationCtx,
  moderator: Moderator,
  id: Id<"reports">,
  typedReason: string,
): Promise<void> {
  const reason = checkedReason(typedReason);
  const { report, user, former } = await reportToDecide(ctx, id, "open");
  if (user === null) return await decideOnDeleted(ctx, moderator, former, report, "suspended");
  await suspendMember(ctx, moderator, user, reason, report);
}

/** Restores a suspended person, at new positions in the decks. */
export async function restore(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { user } = await reportToDecide(ctx, id, "suspended");
  if (user === null) fail("NOT_FOUND", "Failed to process report");
  await restoreMember(ctx, moderator, user);
}

async function reportToDecide(
  ctx: MutationCtx,
  id: Id<"reports">,
  status: "open" | "suspended",
): Promise<ReportAndPerson> {
  const report = await ctx.db.get("reports", id);
  if (report === null) fail("NOT_FOUND", "Failed to process report");
  const user = await rowById(ctx, "users", report.reported);
  const former = await rowById(ctx, "formerAccounts", report.reported);
  const person = user ? { user, former: null } : former && { user: null, former };
  if (person === null) fail("NOT_FOUND", "Failed to process report");
  if (report.status !== status) fail("ALREADY_DECIDED", "This report was already decided.");
  return { report, ...person };
}
