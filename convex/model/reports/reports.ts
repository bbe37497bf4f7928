/** Reporting a person. The two are hidden from each other at once. Reports by several people hide a person from everybody. */
import { pick } from "convex-helpers";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { namesOf } from "../../shared/records";
import type { ReportKind } from "../../shared/reports";
import type { namedMessage } from "../../validators/chat";
import { reportedFields } from "../../validators/moderator";
import { keepAsEvidence } from "../photos/evidence";
import { recordImageHash } from "../photos/imageHashes";
import { storeMessageEvidence, evidenceFor } from "../chat/evidence";
import { leaveDeck } from "../deck/deck";
import { entryFor } from "../deck/partitions";
import { isMember } from "../rows/knownStatus";
import { updateFilterFields } from "../moderation/versions";
import { countFor } from "../numbers/numbers";
import { profileOf } from "../rows/profiles";
import { swipeBetween } from "../rows/pairs";
import type { Member } from "../swipes/swipes";
import { partPair } from "../swipes/block";
import { spendOrFail } from "../throttle/limits";
import { cleanReason } from "../moderation/trail";

/** Reports read per person. */
const MAX_REPORTS = 50;

type ReportInput = {
  reason: string;
  kind?: ReportKind | undefined;
  message?: Infer<typeof namedMessage> | undefined;
};

/**
 * Files a report, at most one per pair. `reportedId`: as the client sent it. A person the caller cannot see is refused like an unknown id.
 */
export async function fileReport(ctx: MutationCtx, { user, me }: Member, reportedId: string, input: ReportInput) {
  const [reason, kind] = [cleanReason(input.reason, limits.reportMax), input.kind ?? "other"];
  if (reason === "" && kind === "other") fail("BAD_INPUT", "Please provide a reason for reporting");
  const reported = ctx.db.normalizeId("users", reportedId);
  if (reported !== null && (await isReported(ctx, me.userId, reported))) return;
  const profile = reported && (await visibleProfile(ctx, me, reported));
  if (!reported || !profile) fail("NOT_FOUND", "Failed to submit report. Please try again.");
  await spendOrFail(ctx, "report", me.userId);

  const card = pick(profile, [...namesOf(reportedFields.fields), "photoIds"]);
  const evidence = await evidenceFor(ctx, me, reported, input.message);
  const id = await ctx.db.insert("reports", { reporter: me.userId, reported, status: "open", kind, reason, card });
  await storeMessageEvidence(ctx, id, evidence);
  await updateFilterFields(ctx, reported);
  await countFor(ctx, user, { reports: 1 });
  await partPair(ctx, me.userId, reported);
  await keepAsEvidence(ctx, card.photoIds);
  for (const photoId of card.photoIds) await recordImageHash(ctx, reported, photoId);
  await hideIfReported(ctx, reported);
}

/** Blocks a person permanently, without a report. Idempotent. A person the caller cannot see is refused like an unknown id. */
export async function blockPerson(ctx: MutationCtx, me: Doc<"profiles">, profileId: string): Promise<null> {
  const other = ctx.db.normalizeId("users", profileId);
  const mine = other && (await swipeBetween(ctx, me.userId, other));
  if (mine?.parted === "blocker" || mine?.parted === "match") return null;
  if (other === null || (await visibleProfile(ctx, me, other)) === null) {
    fail("NOT_FOUND", "Failed to block. Please try again.");
  }
  await spendOrFail(ctx, "block", me.userId);
  await partPair(ctx, me.userId, other);
  return null;
}

/** True if enough approved people have open reports about a user to hide them. */
export async function isHiddenByReports(ctx: QueryCtx, reported: Id<"users">): Promise<boolean> {
  const open = await reportsAbout(ctx, reported, "open");
  const reporters = await Promise.all(
    open.map(async ({ reporter }) => (reporter ? await ctx.db.get("users", reporter) : null)),
  );
  return reporters.filter((user) => user?.status === "approved").length >= limits.reportsToHide;
}

/** Returns the newest reports about a user with a given status, oldest first. */
export async function reportsAbout(
  ctx: QueryCtx,
  reported: Doc<"reports">["reported"],
  status: Doc<"reports">["status"],
): Promise<Doc<"reports">[]> {
  const about = ctx.db
    .query("reports")
    .withIndex("by_reported_and_status", (q) => q.eq("reported", reported).eq("status", status));
  return (await about.order("desc").take(MAX_REPORTS)).reverse();
}

async function isReported(ctx: QueryCtx, reporter: Id<"users">, reported: Id<"users">): Promise<boolean> {
  const report = await ctx.db
    .query("reports")
    .withIndex("by_reporter_and_reported", (q) => q.eq("reporter", reporter).eq("reported", reported))
    .unique();
  return report !== null;
}

/**
 * Returns the profile of a person the caller may see: in their deck now or before, among their likers, or a match now or before. A block or
 * report by that person makes no difference, because the caller must not find out about it. If that person had liked the caller, it looks
 * as if the two no longer fit.
 */
async function visibleProfile(ctx: QueryCtx, me: Doc<"profiles">, other: Id<"users">): Promise<Doc<"profiles"> | null> {
  const user = other === me.userId ? null : await ctx.db.get("users", other);
  if (!isMember(user)) return null;
  const mine = await swipeBetween(ctx, me.userId, other);
  if (mine?.parted === "gone") return null;
  const theirs = await swipeBetween(ctx, other, me.userId);
  const wereMatched = (mine?.match ?? theirs?.match) !== undefined || mine?.parted === "match";
  if (!wereMatched && (await entryFor(ctx, me, other)) === null) return null;
  return await profileOf(ctx, other);
}

async function hideIfReported(ctx: MutationCtx, reported: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", reported);
  if (user?.status !== "approved" || !(await isHiddenByReports(ctx, reported))) return;
  await ctx.db.patch("users", reported, { status: "hidden" });
  await leaveDeck(ctx, reported);
}
