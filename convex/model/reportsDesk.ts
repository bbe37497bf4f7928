/** What moderators see of reports and do about them. Who reported stays with the report and is shown to nobody. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { limits } from "../shared/limits";
import type { reportedPerson } from "../validatorsModerator";
import { endSessions } from "./authAccounts";
import { enterDeck, leaveDeck } from "./deck";
import { dropEvidence } from "./moderationEvidence";
import { note } from "./moderationTrail";
import { tally } from "./moderationVersions";
import { photoUrlOf } from "./photos";
import { hidePhoto } from "./photosEvidence";
import { profileOf } from "./profiles";
import { isHiddenByReports, reportsAbout } from "./reports";

type Row = Infer<typeof reportedPerson>;
type Moderator = Doc<"users">;
type Case = { report: Doc<"reports">; user: Doc<"users"> };

/** The open reports, oldest first; or those by which somebody is suspended, newest first. */
export async function listReports(ctx: QueryCtx, status: "open" | "suspended"): Promise<Row[]> {
  const reports = await ctx.db
    .query("reports")
    .withIndex("by_status", (q) => q.eq("status", status))
    .order(status === "open" ? "asc" : "desc")
    .take(limits.queueSize);
  const rows = await Promise.all(reports.map((report) => asSeen(ctx, report)));
  return rows.filter((row) => row !== null);
}

/** Nothing is wrong: the report is closed, and somebody hidden by reports is shown again once too few are open. */
export async function dismiss(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { report, user } = await caseOf(ctx, id, "open");
  await note(ctx, moderator, "dismissed", user._id, report.said?.card.name);
  await close(ctx, report);
  if (user.status === "hidden" && !(await isHiddenByReports(ctx, user._id))) await show(ctx, user);
}

/** Takes the person out of everything at once. All that is open about them is decided by it. */
export async function suspend(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { report, user } = await caseOf(ctx, id, "open");
  await note(ctx, moderator, "suspended", user._id, report.said?.card.name);
  await ctx.db.patch("reports", id, { status: "suspended" });
  await closeAll(ctx, user._id);
  await ctx.db.patch("users", user._id, { status: "suspended" });
  await tally(ctx, { approved: -1 });
  await leaveDeck(ctx, user._id);
  await endSessions(ctx, user._id);
  const profile = await profileOf(ctx, user._id);
  if (profile !== null) await hidePhoto(ctx, profile.photoId);
}

/** Lets a suspended person back in, with new places at the far end of the decks. */
export async function restore(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { report, user } = await caseOf(ctx, id, "suspended");
  await note(ctx, moderator, "restored", user._id, report.said?.card.name);
  await close(ctx, report);
  await tally(ctx, { approved: 1 });
  await show(ctx, user);
}

async function asSeen(ctx: QueryCtx, { _id, _creationTime, reported, said }: Doc<"reports">): Promise<Row | null> {
  const user = await ctx.db.get("users", reported);
  const standing = user?.status;
  if (!said || (standing !== "approved" && standing !== "hidden" && standing !== "suspended")) return null;
  const { photoId, ...card } = said.card;
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
    reason: said.reason,
    createdAt: _creationTime,
    ...card,
    instagramHandle,
    photoURL,
    standing,
    ...counts,
  };
}

async function caseOf(ctx: MutationCtx, id: Id<"reports">, status: "open" | "suspended"): Promise<Case> {
  const report = await ctx.db.get("reports", id);
  const user = report && (await ctx.db.get("users", report.reported));
  if (!report || !user) fail("NOT_FOUND", "Failed to process report");
  if (report.status !== status) fail("ALREADY_DECIDED", "This report was already decided.");
  return { report, user };
}

/** That the pair had its report stays; what was written and shown does not. */
async function close(ctx: MutationCtx, { _id, reporter, reported, said }: Doc<"reports">): Promise<void> {
  await ctx.db.replace("reports", _id, { ...(reporter && { reporter }), reported, status: "closed" });
  if (said) await dropEvidence(ctx, reported, said.card.photoId);
}

/** Who is restored later does not still stand accused. */
async function closeAll(ctx: MutationCtx, reported: Id<"users">): Promise<void> {
  for (;;) {
    const open = await reportsAbout(ctx, reported, "open");
    for (const report of open) await close(ctx, report);
    if (open.length === 0) return;
  }
}

async function show(ctx: MutationCtx, user: Doc<"users">): Promise<void> {
  await ctx.db.patch("users", user._id, { status: "approved" });
  const profile = await profileOf(ctx, user._id);
  if (profile !== null) await enterDeck(ctx, profile);
}
