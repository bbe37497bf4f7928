/** Decisions on profiles. Each names the version that the moderator saw, and is made once. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { waitCounter } from "../../shared/numbers";
import { recordImageHash } from "../photos/imageHashes";
import { isOpenForSignUps } from "../festival/festival";
import { queueMail } from "../mails/mails";
import { approvableOf, approve, type Approvable } from "./approvals";
import { readProfileCounts } from "../numbers/profileCounts";
import { recordRuling, cleanReason } from "./trail";
import { closeVersion } from "./versions";
import { count, isCounted } from "../numbers/numbers";
import { retirePhotos } from "../photos/evidence";
import { deleteProfile, profileOf } from "../rows/profiles";
import { notify } from "../push/push";
import { rowById } from "../rows/byId";

type Version = Doc<"submissions">;
type User = Doc<"users">;
/** A decision as the client sends it. */
export type Decision = { id: string; approved: boolean; reason?: string };
/** A valid decision: the user, the version, and the cleaned reason. */
export type Decided = { user: User; version: Version; approved: boolean; reason: string | undefined };
/** A decision that can be carried out now, and the content that it publishes. Null: it rejects. */
type Checked = Decided & { approvable: Approvable | null };

/** Approves or rejects the version that the moderator saw, at once. */
export async function decide(ctx: MutationCtx, moderator: User, decision: Decision): Promise<void> {
  const decided = await checkDecision(ctx, decision);
  await carryOut(ctx, moderator._id, decided);
  await notifyDecision(ctx, decided);
}

export async function checkDecision(ctx: MutationCtx, { id, approved, reason }: Decision): Promise<Checked> {
  const version = await rowById(ctx, "submissions", id);
  const user = version?.userId ? await ctx.db.get("users", version.userId) : null;
  if (version === null || user === null) fail("NOT_FOUND", "Failed to process profile");
  if (version.status !== "waiting" || version.held !== undefined) {
    fail("ALREADY_DECIDED", "This version of the profile was already decided.");
  }
  const cleaned = cleanReason(reason ?? "", limits.reasonMax) || undefined;
  const approvable = approved ? await approvableOf(ctx, user, version) : null;
  if (approved && approvable === null) fail("NOT_FOUND", "Failed to process profile");
  return { user, version, approved, approvable, reason: cleaned };
}

/** Applies and records a decision. Does not notify the person. `at`: when it was decided. */
export async function carryOut(ctx: MutationCtx, moderator: Id<"users">, decided: Checked, at = Date.now()) {
  const { user, version, approved, approvable, reason } = decided;
  if (approvable) await approve(ctx, user, version, approvable);
  else await reject(ctx, user, version, reason);
  if (version.kind === "new") await countDecision(ctx, user, { approved, waited: at - version._creationTime });
  const status = approved ? "approved" : "rejected";
  await recordRuling(ctx, { _id: moderator }, status, { about: user._id, name: version.name });
  await closeVersion(ctx, version, { status, decidedBy: moderator, decidedAt: at, reason });
}

/**
 * Notifies a person of the decision, on their phones or else by mail. Every rejection is also mailed, with its reason. An approved change
 * shows in the app. `user`: the row before the decision.
 */
export async function notifyDecision(ctx: MutationCtx, { user, version: { kind }, approved, reason }: Decided) {
  const { _id: userId, rejections } = user;
  const isMailed = approved && kind === "new";
  await notify(ctx, userId, "approval", isMailed ? { orMail: "approval" } : {});
  if (approved) return;
  const of = kind === "new" ? "profile" : "change";
  const signUpsLeft = Math.max(0, limits.signUpsAfterRejection - rejections);
  const isOpen = await isOpenForSignUps(ctx);
  await queueMail(ctx, { kind: "rejection", userId, of, ...(isOpen && { signUpsLeft }), ...(reason && { reason }) });
}

export async function stats(ctx: QueryCtx) {
  const versions = await ctx.db
    .query("submissions")
    .withIndex("by_decidedAt", (q) => q.gt("decidedAt", 0))
    .order("desc")
    .take(10);
  const recentActivity = versions.map(({ name, status }) => ({
    name: name ?? "",
    moderationStatus: status === "approved" ? ("approved" as const) : ("rejected" as const),
  }));
  const { pending, approved } = await readProfileCounts(ctx);
  return { stats: { pending, approved }, recentActivity };
}

type Counted = { approved: boolean; waited: number };

/** Counts a decision on a person's first profile and how long it waited. -1 takes that back. */
export async function countDecision(
  ctx: MutationCtx,
  user: User,
  { approved, waited }: Counted,
  by: 1 | -1 = 1,
): Promise<void> {
  if (!isCounted(user)) return;
  await count(ctx, { [approved ? "approvals" : "rejections"]: by, [waitCounter(waited)]: by });
}

/** Rejects a version. A rejected new profile is deleted with its pictures. After a rejected change, the public version stays. */
async function reject(ctx: MutationCtx, user: User, version: Version, rejectionReason?: string) {
  const profile = await profileOf(ctx, user._id);
  const photoIds = version.photoIds ?? [];
  for (const photoId of photoIds) await recordImageHash(ctx, user._id, photoId);
  await retirePhotos(ctx, photoIds, version.kind === "new" ? [] : (profile?.photoIds ?? []));
  if (version.kind === "edit") return await ctx.db.patch("users", user._id, { rejectionReason, changeRefused: true });
  if (profile !== null) await deleteProfile(ctx, profile);
  const rejected = { by: ["address" as const], what: "rejected" as const, at: Date.now() };
  const knownBefore = [rejected, ...(user.knownBefore ?? []).filter(({ what }) => what !== "rejected")];
  const rejections = user.rejections + 1;
  await ctx.db.patch("users", user._id, { status: "rejected", rejections, rejectionReason, knownBefore });
}
