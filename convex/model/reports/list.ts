/** Reports as moderators see them: their text and the card at that time, never the author. */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { urgentKind } from "../../shared/reports";
import type { reportedPerson } from "../../validators/moderator";
import { shownPhotos } from "../photos/shown";
import { messageEvidenceOf } from "../chat/evidence";
import { reportsAbout } from "./reports";

type Report = Doc<"reports">;
type Row = Infer<typeof reportedPerson>;

/** Returns the open reports, urgent ones first, then oldest. Or the reports behind suspensions, newest first. */
export async function listReports(ctx: QueryCtx, status: "open" | "suspended"): Promise<Row[]> {
  const reports = status === "open" ? await openReports(ctx) : await newestSuspensions(ctx);
  const rows = await Promise.all(reports.map((report) => toRow(ctx, report)));
  return rows.filter((row) => row !== null);
}

async function openReports(ctx: QueryCtx): Promise<Report[]> {
  const urgent = await ctx.db
    .query("reports")
    .withIndex("by_status_and_kind", (q) => q.eq("status", "open").eq("kind", urgentKind))
    .take(limits.queueSize);
  const oldest = await ctx.db
    .query("reports")
    .withIndex("by_status", (q) => q.eq("status", "open"))
    .take(limits.queueSize);
  return [...urgent, ...oldest.filter(({ kind }) => kind !== urgentKind)].slice(0, limits.queueSize);
}

async function newestSuspensions(ctx: QueryCtx): Promise<Report[]> {
  const suspended = ctx.db.query("reports").withIndex("by_status", (q) => q.eq("status", "suspended"));
  return await suspended.order("desc").take(limits.queueSize);
}

async function toRow(ctx: QueryCtx, report: Report): Promise<Row | null> {
  const { _id, _creationTime, kind, reason, reported, card } = report;
  const userId = ctx.db.normalizeId("users", reported);
  const user = userId && (await ctx.db.get("users", userId));
  const userStatus = userId === null ? "deleted" : user?.status;
  if (!card || !isListed(userStatus)) return null;
  const { photoIds, ...shown } = card;
  const [photos, words, about] = await Promise.all([
    shownPhotos(ctx, photoIds),
    messageEvidenceOf(ctx, _id),
    allReports(ctx, report),
  ]);
  const others = about.filter((other) => other._id !== _id);
  return {
    ...{ _id, kind, reason, createdAt: _creationTime, ...shown, photos, userStatus },
    photoURL: photos[0]?.url ?? null,
    ...(words && { words }),
    ...(user?.suspension && { suspension: user.suspension.reason }),
    others: others.map(toOther),
    reports: Math.max(1, about.filter(({ status }) => status === "open").length),
    earlierReports: about.filter(({ status }) => status === "closed").length,
  };
}

/** False for rejected people and people with a new profile, because another decision covers them. */
function isListed(status: Doc<"users">["status"] | "deleted" | undefined): status is Row["userStatus"] {
  return status === "approved" || status === "hidden" || status === "suspended" || status === "deleted";
}

/** Returns all reports about the same person, newest first. */
async function allReports(ctx: QueryCtx, { reported }: Report): Promise<Report[]> {
  const statuses = ["open", "suspended", "closed"] as const;
  const all = await Promise.all(statuses.map((status) => reportsAbout(ctx, reported, status)));
  return all.flat().sort((a, b) => b._creationTime - a._creationTime);
}

function toOther({ kind, reason, _creationTime: createdAt, status, decision }: Report): Row["others"][number] {
  return { kind, reason, createdAt, status, ...(decision && { decision: decision.what, decidedAt: decision.at }) };
}
