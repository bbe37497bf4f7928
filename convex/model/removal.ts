/**
 * Deletes an account. One transaction removes every row that shows the user, lets others meet them or signs them in. A long history follows
 * in batches. Orders and moderators' decisions stay, without the user.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { limits } from "../shared/limits";
import { endSessions, findAccount } from "./auth/accounts";
import { deleteCodes } from "./auth/codes";
import { saveFormerAccount } from "./former/former";
import { resetGuesses } from "./auth/guesses";
import { hashAddress } from "./auth/secrets";
import { deleteMessages } from "./contact";
import { recordIncident } from "./incidents";
import { isMember } from "./rows/knownStatus";
import { countProfiles } from "./numbers/profileCounts";
import { supersede, waitingVersionOf } from "./moderation/versions";
import { disownPhoto } from "./photos/evidence";
import { deleteHandGrants } from "./payments/handGrants";
import { forgetBuyer } from "./payments/writing";
import { deleteOwnRows } from "./rows/writing";
import { deleteProfile, profileOf } from "./rows/profiles";
import { removeReports } from "./reports/deletedAccounts";
import { removeFromSwipes } from "./swipes/removal";
import { resetLimit, resetLimitsOf } from "./throttle/limits";
import { disownTicket } from "./tickets/claiming";

/** Deletes the caller's account, after they typed the phrase. */
export async function removeUser(ctx: MutationCtx, user: Doc<"users">, verificationText: string): Promise<void> {
  if (verificationText !== limits.deletePhrase) {
    fail("BAD_INPUT", `Please type "${limits.deletePhrase}" to confirm`);
  }
  await recordIncident(ctx, "accountDeleted", { by: user._id, about: user._id });
  await removeAccount(ctx, user);
}

/** Deletes an account of any status. A suspension or rejection outlives it. */
export async function removeAccount(ctx: MutationCtx, user: Doc<"users">): Promise<void> {
  const former = await saveFormerAccount(ctx, user);
  await removeProfile(ctx, user);
  await removeFromSwipes(ctx, user._id, former);
  await removeUserBatch(ctx, user._id);
  await removeSignIn(ctx, user);
}

/** Removes a batch of what only the user and the staff see. Schedules the next while there is more. */
export async function removeUserBatch(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const photos = ctx.db.query("photos").withIndex("by_userId", (q) => q.eq("userId", userId));
  const versions = ctx.db.query("submissions").withIndex("by_userId_and_status", (q) => q.eq("userId", userId));
  const orders = ctx.db.query("orders").withIndex("by_userId", (q) => q.eq("userId", userId));
  const [pictures, submitted, bought] = await Promise.all([
    photos.take(BATCH),
    versions.take(BATCH),
    orders.take(BATCH),
  ]);
  for (const { _id } of pictures) await disownPhoto(ctx, _id);
  for (const version of submitted) await anonymiseVersion(ctx, version);
  for (const order of bought) await forgetBuyer(ctx, order);
  const reports = await removeReports(ctx, userId, BATCH);
  const own = await deleteOwnRows(ctx, userId, BATCH);
  if (Math.max(pictures.length, submitted.length, bought.length, reports, own) === BATCH) {
    await ctx.scheduler.runAfter(0, internal.auth.removeBatch, { userId });
  }
}

/** Rows of each kind per transaction. */
const BATCH = 200;

async function removeProfile(ctx: MutationCtx, user: Doc<"users">): Promise<void> {
  const [profile, waiting] = await Promise.all([profileOf(ctx, user._id), waitingVersionOf(ctx, user._id)]);
  if (waiting !== null) await supersede(ctx, waiting);
  if (profile === null) return;
  // The pictures go in the same transaction, so they are no longer served.
  for (const photoId of profile.photoIds) await disownPhoto(ctx, photoId);
  await deleteProfile(ctx, profile);
  if (isMember(user)) await countProfiles(ctx, user._id, { approved: -1 });
}

async function removeSignIn(ctx: MutationCtx, user: Doc<"users">): Promise<void> {
  await endSessions(ctx, user._id);
  const found = await findAccount(ctx, "password", user.email);
  if (found !== null) await ctx.db.delete("authAccounts", found.account._id);
  await deleteCodes(ctx, user.email);
  await deleteMessages(ctx, user.email);
  await deleteHandGrants(ctx, user._id);
  await disownTicket(ctx, user._id);
  const address = await hashAddress(user.email);
  await resetGuesses(ctx, address);
  for (const limit of ["reset", "contact"] as const) await resetLimit(ctx, limit, address);
  await resetLimitsOf(ctx, user._id);
  await ctx.db.delete("users", user._id);
}

/** Keeps a decision without its user. */
async function anonymiseVersion(ctx: MutationCtx, version: Doc<"submissions">): Promise<void> {
  const { _id, kind, status, decidedBy, decidedAt } = version;
  if (decidedAt === undefined) await ctx.db.delete("submissions", _id);
  else await ctx.db.replace("submissions", _id, { kind, status, decidedBy, decidedAt });
}
