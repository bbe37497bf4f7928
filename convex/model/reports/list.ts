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

/** A report that the desk lists, and the reported person. Null: the account is deleted. */
type Listed = { report: Report; user: Doc<"users"> | null; userStatus: Row["userStatus"] };

async function openReports(ctx: QueryCtx): Promise<Listed[]> {
  const reports = () => ctx.db.query("reports");
  const urgent = await firstListed(ctx, (after) =>
    reports().withIndex("by_status_and_kind", (q) =>
      q.eq("status", "open").eq("kind", urgentKind).gt("_creationTime", after),
    ),
  );
  const oldest = await firstListed(ctx, (after) =>
    reports().withIndex("by_status", (q) => q.eq("status", "open").gt("_creationTime", after)),
  );
  return [...urgent, ...oldest.filter(({ report }) => report.kind !== urgentKind)].slice(0, limits.queueSize);
}

/** Pages read for one list. Each has up to `limits.queueSize` reports. */
const MAX_PAGES = 20;

/**
 * Returns the oldest listed reports. `reportsAfter`: the reports after a time (ms). Reports that the desk does not list may stay open for
 * ever. This reads on past them, so they do not take the places of others.
 */
async function firstListed(
  ctx: QueryCtx,
  reportsAfter: (after: number) => { take(limit: number): Promise<Report[]> },
): Promise<Listed[]> {
  const listed: Listed[] = [];
  for (let after = 0, pages = 0; listed.length < limits.queueSize && pages < MAX_PAGES; pages += 1) {
    const page = await reportsAfter(after).take(limits.queueSize);
    listed.push(...(await listedOf(ctx, page)));
    if (page.length < limits.queueSize) break;
    after = page.at(-1)?._creationTime ?? after;
  }
  return listed.slice(0, limits.queueSize);
}

async function newestSuspensions(ctx: QueryCtx): Promise<Listed[]> {
  const suspended = ctx.db.query("reports").withIndex("by_status", (q) => q.eq("status", "suspended"));
  return await listedOf(ctx, await suspended.order("desc").take(limits.queueSize));
}

/** Returns the listed ones among some reports. */
async function listedOf(ctx: QueryCtx, reports: Report[]): Promise<Listed[]> {
  const all = await Promise.all(
    reports.map(async (report) => {
      const userId = ctx.db.normalizeId("users", report.reported);
      const user = userId && (await ctx.db.get("users", userId));
      return { report, user, userStatus: userId === null ? ("deleted" as const) : user?.status };
    }),
  );
  return all.filter((one): one is Listed => isListed(one.userStatus));
}

async function toRow(ctx: QueryCtx, { report, user, userStatus }: Listed): Promise<Row | null> {
  const { _id, _creationTime, kind, reason, card } = report;
  if (!card) return null;
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
