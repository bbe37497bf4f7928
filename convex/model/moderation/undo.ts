/**
 * Undoes a moderator's last decision, within ten seconds. Approving a new profile takes effect at once, since all of it can be undone. Only
 * its message waits. A rejection or an approved change would delete something, so the server holds it for that time. Its version leaves the
 * queue and counts as decided, and its owner notices nothing. An undone decision never happened: the same version waits again, at its old
 * place. A moderator's next decision closes the undo window of their last one.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import type { undoableDecision } from "../../validators/moderator";
import { isMember } from "../rows/knownStatus";
import { carryOut, checkDecision, countDecision, notifyDecision, type Decided, type Decision } from "./moderation";
import { approvableOf, withdrawApproval } from "./approvals";
import { claimItem } from "./claims";
import { recordRuling } from "./trail";
import { hold, release, waitingVersionOf } from "./versions";
import { uncountDecision } from "../numbers/decisionCounts";
import { profileOf } from "../rows/profiles";

type User = Doc<"users">;

export async function decideWithUndo(ctx: MutationCtx, me: User, decision: Decision): Promise<void> {
  const decided = await checkDecision(ctx, decision);
  await finishDecisionOf(ctx, me._id);
  const { user, version, approved, reason } = decided;
  const isHeld = !approved || version.kind === "edit";
  const until = Date.now() + limits.undoDecisionMs;
  const id = await ctx.db.insert("undoableDecisions", {
    moderator: me._id,
    version: version._id,
    userId: user._id,
    approved,
    ...(reason && { reason }),
    isHeld,
    ...(user.knownBefore && { knownBefore: user.knownBefore }),
    until,
  });
  if (isHeld) await hold(ctx, version, id);
  else await carryOut(ctx, me._id, decided);
  await ctx.scheduler.runAt(until, internal.moderator.finishDecision, { id });
}

export async function undoableDecisionOf(ctx: QueryCtx, me: User): Promise<Infer<typeof undoableDecision> | null> {
  const row = await lastDecisionOf(ctx, me._id);
  const version = row && (await ctx.db.get("submissions", row.version));
  if (!row || !version) return null;
  return { id: version._id, kind: version.kind, name: version.name ?? "", approved: row.approved };
}

/**
 * Undoes the caller's last decision, named by its version. Returns the version, which waits again and is claimed. Effects of an approval,
 * such as a swipe, stay, and count again after the next approval.
 */
export async function undoDecision(ctx: MutationCtx, me: User, id: string): Promise<Id<"submissions">> {
  const row = await lastDecisionOf(ctx, me._id);
  if (row === null || row.version !== id || row.until <= Date.now()) tooLate();
  const { user, version } = (await decidedOf(ctx, row)) ?? tooLate();
  await ctx.db.delete("undoableDecisions", row._id);
  if (row.isHeld) await release(ctx, version);
  else await revertApproval(ctx, me, row, { user, version });
  const waiting = (await waitingVersionOf(ctx, user._id)) ?? tooLate();
  await claimItem(ctx, me, waiting._id);
  return waiting._id;
}

export async function finishDecisionOf(ctx: MutationCtx, moderator: Id<"users">): Promise<void> {
  const row = await lastDecisionOf(ctx, moderator);
  if (row !== null) await finishDecision(ctx, row._id);
}

/** Closes the undo window of a decision. Applies it if it has not taken effect, and notifies the person. */
export async function finishDecision(ctx: MutationCtx, id: Id<"undoableDecisions">): Promise<void> {
  const row = await ctx.db.get("undoableDecisions", id);
  if (row === null) return;
  await ctx.db.delete("undoableDecisions", id);
  const decided = await decidedOf(ctx, row);
  if (decided === null) return;
  const { user, version } = decided;
  if (row.isHeld) {
    // A picture has been deleted since, so a moderator must look again.
    const approvable = row.approved ? await approvableOf(ctx, user, version) : null;
    if (row.approved && approvable === null) return await release(ctx, version);
    await carryOut(ctx, row.moderator, { ...decided, approvable }, row._creationTime);
  }
  await notifyDecision(ctx, decided);
}

/**
 * Ends the undo of an approval that an organiser withdraws. Otherwise its moderator could undo the next approval, which may be a
 * colleague's.
 */
export async function dropUndoableApproval(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const rows = ctx.db.query("undoableDecisions").withIndex("by_userId", (q) => q.eq("userId", userId));
  for (const { _id, isHeld } of await rows.take(MAX_ROWS)) if (!isHeld) await ctx.db.delete("undoableDecisions", _id);
}

/** More than one person's versions decided within ten seconds. */
const MAX_ROWS = 50;

async function lastDecisionOf(ctx: QueryCtx, moderator: Id<"users">): Promise<Doc<"undoableDecisions"> | null> {
  return await getOneFrom(ctx.db, "undoableDecisions", "by_moderator", moderator);
}

/** Returns the decision if it still stands: a held one, or an approval that nobody has changed since. */
async function decidedOf(ctx: QueryCtx, row: Doc<"undoableDecisions">): Promise<Decided | null> {
  const [version, user] = await Promise.all([ctx.db.get("submissions", row.version), ctx.db.get("users", row.userId)]);
  if (version === null || user === null) return null;
  const stands = row.isHeld ? version.held === row._id : version.status === "approved" && isMember(user);
  return stands ? { user, version, approved: row.approved, reason: row.reason } : null;
}

async function revertApproval(
  ctx: MutationCtx,
  me: User,
  row: Doc<"undoableDecisions">,
  { user, version }: Pick<Decided, "user" | "version">,
): Promise<void> {
  const profile = (await profileOf(ctx, user._id)) ?? tooLate();
  await recordRuling(ctx, me, "unapproved", { about: user._id, name: profile.name });
  await ctx.db.patch("users", user._id, { knownBefore: row.knownBefore });
  await withdrawApproval(ctx, user, profile, version);
  const decidedAt = version.decidedAt ?? row._creationTime;
  await countDecision(ctx, user, { approved: true, waited: decidedAt - version._creationTime }, -1);
  await uncountDecision(ctx, me._id, decidedAt);
}

function tooLate(): never {
  return fail("ALREADY_DECIDED", "It is too late to undo this decision.");
}
