/** What moderators see of reports and do about them. The reporter is stored with the report and shown to nobody. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { limits } from "../shared/limits";
import type { reportedPerson } from "../validatorsModerator";
import { endSessions } from "./authAccounts";
import { enterDeck, leaveDeck } from "./deck";
import { deleteEvidence } from "./moderationEvidence";
import { recordRuling } from "./moderationTrail";
import { countProfiles } from "./moderationVersions";
import { photoUrlOf } from "./photos";
import { hidePhoto } from "./photosEvidence";
import { profileOf } from "./profilesRows";
import { isHiddenByReports, reportsAbout } from "./reports";

type Row = Infer<typeof reportedPerson>;
type Moderator = Doc<"users">;
type ReportAndUser = { report: Doc<"reports">; user: Doc<"users"> };

/** The open reports, oldest first; or those that people are suspended for, newest first. */
export async function listReports(ctx: QueryCtx, status: "open" | "suspended"): Promise<Row[]> {
  const reports = await ctx.db
    .query("reports")
    .withIndex("by_status", (q) => q.eq("status", status))
    .order(status === "open" ? "asc" : "desc")
    .take(limits.queueSize);
  const rows = await Promise.all(reports.map((report) => toRow(ctx, report)));
  return rows.filter((row) => row !== null);
}

/** Closes a report without consequences. Somebody hidden by reports is shown again once too few are open. */
export async function dismiss(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { report, user } = await reportToDecide(ctx, id, "open");
  await recordRuling(ctx, moderator, "dismissed", user._id, report.content?.card.name);
  await close(ctx, report);
  if (user.status === "hidden" && !(await isHiddenByReports(ctx, user._id))) await makeVisible(ctx, user);
}

/** Suspends the reported person, who leaves every deck and list at once. Closes their other open reports. */
export async function suspend(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { report, user } = await reportToDecide(ctx, id, "open");
  await recordRuling(ctx, moderator, "suspended", user._id, report.content?.card.name);
  await ctx.db.patch("reports", id, { status: "suspended" });
  await closeAll(ctx, user._id);
  await ctx.db.patch("users", user._id, { status: "suspended" });
  await countProfiles(ctx, { approved: -1 });
  await leaveDeck(ctx, user._id);
  await endSessions(ctx, user._id);
  const profile = await profileOf(ctx, user._id);
  if (profile !== null) await hidePhoto(ctx, profile.photoId);
}

/** Lets a suspended person back in, at new positions in the decks. */
export async function restore(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { report, user } = await reportToDecide(ctx, id, "suspended");
  await recordRuling(ctx, moderator, "restored", user._id, report.content?.card.name);
  await close(ctx, report);
  await countProfiles(ctx, { approved: 1 });
  await makeVisible(ctx, user);
}

async function toRow(ctx: QueryCtx, { _id, _creationTime, reported, content }: Doc<"reports">): Promise<Row | null> {
  const userStatus = (await ctx.db.get("users", reported))?.status;
  if (!content || (userStatus !== "approved" && userStatus !== "hidden" && userStatus !== "suspended")) return null;
  const { photoId, ...card } = content.card;
  const [photoURL, open, earlier, profile] = await Promise.all([
    photoUrlOf(ctx, photoId),
    reportsAbout(ctx, reported, "open"),
    reportsAbout(ctx, reported, "closed"),
    profileOf(ctx, reported),
  ]);
  const counts = { reports: Math.max(1, open.length), earlierReports: earlier.length };
  const instagramHandle = profile?.instagramHandle ?? "";
  return {
    _id,
    reason: content.reason,
    createdAt: _creationTime,
    ...card,
    instagramHandle,
    photoURL,
    userStatus,
    ...counts,
  };
}

async function reportToDecide(
  ctx: MutationCtx,
  id: Id<"reports">,
  status: "open" | "suspended",
): Promise<ReportAndUser> {
  const report = await ctx.db.get("reports", id);
  const user = report && (await ctx.db.get("users", report.reported));
  if (!report || !user) fail("NOT_FOUND", "Failed to process report");
  if (report.status !== status) fail("ALREADY_DECIDED", "This report was already decided.");
  return { report, user };
}

/** Closes a report: its content goes, and the row stays so that the pair cannot report again. */
async function close(ctx: MutationCtx, { _id, reporter, reported, content }: Doc<"reports">): Promise<void> {
  await ctx.db.replace("reports", _id, { ...(reporter && { reporter }), reported, status: "closed" });
  if (content) await deleteEvidence(ctx, reported, content.card.photoId);
}

/** Closes every open report about somebody, so that none is left when they are restored. */
async function closeAll(ctx: MutationCtx, reported: Id<"users">): Promise<void> {
  for (;;) {
    const open = await reportsAbout(ctx, reported, "open");
    for (const report of open) await close(ctx, report);
    if (open.length === 0) return;
  }
}

async function makeVisible(ctx: MutationCtx, user: Doc<"users">): Promise<void> {
  await ctx.db.patch("users", user._id, { status: "approved" });
  const profile = await profileOf(ctx, user._id);
  if (profile !== null) await enterDeck(ctx, profile);
}
