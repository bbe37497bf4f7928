/**
 * Reports and decisions after an account is deleted. Open reports about it stay, with the picture, until a moderator decides. Decided ones
 * are deleted, and its own reports lose their author.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deleteMessageEvidence, deleteReporterMessages } from "../chat/evidence";
import { recordRuling } from "../moderation/trail";
import { releaseEvidence } from "../photos/evidence";

type Former = Id<"formerAccounts">;
type Reported = Doc<"reports">["reported"];

/** Moves the open reports about a user to the record of the deleted account, or from there to the person's next account. */
export async function moveOpenReports(ctx: MutationCtx, from: Reported, to: Reported): Promise<void> {
  const open = ctx.db
    .query("reports")
    .withIndex("by_reported_and_status", (q) => q.eq("reported", from).eq("status", "open"));
  for (const { _id } of await open.take(MAX_REPORTS)) await ctx.db.patch("reports", _id, { reported: to });
}

/** Removes up to `limit` rows of each kind. Returns the largest number removed of one kind. */
export async function removeReports(ctx: MutationCtx, userId: Id<"users">, limit: number): Promise<number> {
  const about = ctx.db.query("reports").withIndex("by_reported_and_status", (q) => q.eq("reported", userId));
  const by = ctx.db.query("reports").withIndex("by_reporter_and_reported", (q) => q.eq("reporter", userId));
  const decided = ctx.db.query("rulings").withIndex("by_about", (q) => q.eq("about", userId));
  const [accused, written, rulings] = await Promise.all([about.take(limit), by.take(limit), decided.take(limit)]);
  for (const report of accused) await deleteReport(ctx, report);
  for (const { _id } of written) {
    await deleteReporterMessages(ctx, _id);
    await ctx.db.patch("reports", _id, { reporter: undefined });
  }
  for (const { _id } of rulings)
    await ctx.db.patch("rulings", _id, { about: undefined, name: undefined, reason: undefined });
  return Math.max(accused.length, written.length, rulings.length);
}

/** Decides on a report about a deleted account. A suspension closes all of them and bans the address from signing up. */
export async function decideOnDeleted(
  ctx: MutationCtx,
  moderator: Doc<"users">,
  { _id: id, events }: Doc<"formerAccounts">,
  report: Doc<"reports">,
  decision: "dismissed" | "suspended",
): Promise<void> {
  await recordRuling(ctx, moderator, decision);
  if (decision === "suspended") await deleteReportsAbout(ctx, id, MAX_REPORTS);
  else await deleteReport(ctx, report);
  const isOpen = (await reportsAbout(ctx, id, 1)).length > 0;
  const remaining = events.filter((event) => event.what !== "reported" || isOpen);
  const suspended = { what: "suspended" as const, at: Date.now() };
  if (decision === "dismissed") return await ctx.db.patch("formerAccounts", id, { events: remaining });
  await ctx.db.patch("formerAccounts", id, { events: [suspended, ...remaining], banned: true });
}

/** Deletes up to `limit` reports about a deleted account, with their pictures. Returns how many. */
export async function deleteReportsAbout(ctx: MutationCtx, former: Former, limit: number): Promise<number> {
  const reports = await reportsAbout(ctx, former, limit);
  for (const report of reports) await deleteReport(ctx, report);
  return reports.length;
}

/** Open reports about one person. Far more than there can be: three hide a person, and each pair has one. */
const MAX_REPORTS = 500;

async function reportsAbout(ctx: MutationCtx, former: Former, limit: number): Promise<Doc<"reports">[]> {
  return await ctx.db
    .query("reports")
    .withIndex("by_reported_and_status", (q) => q.eq("reported", former))
    .take(limit);
}

/** Deletes a report, with the pictures that only it kept. */
async function deleteReport(ctx: MutationCtx, { _id, card }: Doc<"reports">): Promise<void> {
  await deleteMessageEvidence(ctx, _id);
  await ctx.db.delete("reports", _id);
  await releaseEvidence(ctx, card?.photoIds ?? []);
}
