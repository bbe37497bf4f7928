/**
 * Invitations: mailed links for joining the staff, or for choosing a new staff password. A link is stored as a keyed hash, works once, and
 * is replaced by a newer one to the same mailbox.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { checked, email as emailField } from "../../shared/forms";
import { limits } from "../../shared/limits";
import type { linkCheck } from "../../validators/auth";
import type { listedInvitation, openedInvitation } from "../../validators/staff";
import { changePassword, findAccount, insertAccount, resetGuessesAt } from "../auth/accounts";
import { useLink } from "../auth/guesses";
import { mailboxOf } from "../../shared/mailbox";
import { failWhileErasing } from "../festival/festival";
import { recordIncident } from "../incidents";
import { queueMail } from "../mails/mails";
import { nameOf, recordStaffAct } from "../moderation/trail";
import { isStaff, type Staff, type StaffKind } from "./staff";
import { dropLinksTo, MAX_LINKS } from "./links";
import { spendOrFail } from "../throttle/limits";

export async function listInvitations(ctx: QueryCtx): Promise<Infer<typeof listedInvitation>[]> {
  const rows = await ctx.db.query("invitations").order("desc").take(MAX_LINKS);
  return await Promise.all(
    rows.map(async ({ _id, email, kind, userId, by, expiresAt }) => {
      const sender = nameOf(await ctx.db.get("users", by));
      return { _id, email, kind, isNew: userId === undefined, by: sender, expiresAt };
    }),
  );
}

/** Invites an address whose mailbox is not on the staff yet. An attendee's account at the same address is separate and does not matter. */
export async function invite(
  ctx: MutationCtx,
  organiser: Staff,
  typed: { email: string; kind: StaffKind },
): Promise<void> {
  const email = checked(emailField, typed.email);
  if ((await findAccount(ctx, "moderator", email)) !== null) {
    fail("BAD_INPUT", "This address already belongs to the staff.");
  }
  await send(ctx, organiser, { email, kind: typed.kind });
  await recordStaffAct(ctx, organiser, "invited", { name: email });
}

/** Mails a member of staff a link to choose a new password. The old one works until then. */
export async function sendPassword(ctx: MutationCtx, organiser: Staff, member: Staff): Promise<void> {
  await send(ctx, organiser, { email: member.email, kind: member.kind, userId: member._id });
  await recordStaffAct(ctx, organiser, "passwordSent", { name: member.email, about: member._id });
}

export async function resend(ctx: MutationCtx, organiser: Staff, id: Id<"invitations">): Promise<void> {
  const { email, kind, userId } = await invitationBy(ctx, id);
  await send(ctx, organiser, { email, kind, ...(userId && { userId }) });
  await recordStaffAct(ctx, organiser, userId ? "passwordSent" : "invited", { name: email });
}

export async function withdraw(ctx: MutationCtx, organiser: Staff, id: Id<"invitations">): Promise<void> {
  const { email } = await invitationBy(ctx, id);
  await ctx.db.delete("invitations", id);
  await recordStaffAct(ctx, organiser, "withdrawn", { name: email });
}

/** Stores the token of a link being mailed. A retry invalidates the earlier token. */
export async function saveInvitationToken(ctx: MutationCtx, id: Id<"invitations">, tokenHash: string): Promise<void> {
  if ((await ctx.db.get("invitations", id)) === null) return;
  await ctx.db.patch("invitations", id, { tokenHash, expiresAt: Date.now() + limits.invitationLifetime });
}

export async function checkInvitation(
  ctx: MutationCtx,
  tokenHash: string,
  isProven: boolean,
): Promise<Infer<typeof linkCheck>> {
  const invitation = await invitationWith(ctx, tokenHash);
  return await useLink(ctx, invitation, isProven, async (usesLeft) => {
    if (invitation !== null) await ctx.db.patch("invitations", invitation._id, { usesLeft });
  });
}

/** Returns whose link it is, or null if it is invalid. Counts nothing: it costs no hash, and tokens cannot be guessed. */
export async function seeInvitation(
  ctx: MutationCtx,
  tokenHash: string,
): Promise<Infer<typeof openedInvitation> | null> {
  const invitation = await invitationWith(ctx, tokenHash);
  if (invitation === null) return null;
  const { email, kind, userId } = invitation;
  return { email, kind, isNew: userId === undefined };
}

/**
 * Consumes a link: creates the account, or changes its password and ends its sessions. False if it has been used or withdrawn since the
 * check.
 */
export async function useInvitation(ctx: MutationCtx, tokenHash: string, secret: string): Promise<boolean> {
  const invitation = await invitationWith(ctx, tokenHash);
  if (invitation === null) return false;
  const { email, kind, userId, by } = invitation;
  const existing = await findAccount(ctx, "moderator", email);
  // They joined the staff by other means, or left, so the link is useless.
  if (existing?.user._id !== userId) return false;
  await ctx.db.delete("invitations", invitation._id);
  await resetGuessesAt(ctx, "moderator", email);
  if (existing !== null) {
    await recordIncident(ctx, "passwordReset", { about: existing.user._id });
    await changePassword(ctx, existing, secret);
    return true;
  }
  const newUserId = await ctx.db.insert("users", { kind, email, status: "none", rejections: 0 });
  await insertAccount(ctx, "moderator", newUserId, email, secret);
  await recordIncident(ctx, kind === "organiser" ? "organiserMade" : "moderatorMade", { about: newUserId, by });
  return true;
}

type NewInvitation = { email: string; kind: StaffKind; userId?: Id<"users"> };

async function send(ctx: MutationCtx, organiser: Staff, invitation: NewInvitation): Promise<void> {
  await failWhileErasing(ctx);
  await spendOrFail(ctx, "invite", organiser._id);
  await dropLinksTo(ctx, invitation.email);
  const expiresAt = Date.now() + limits.invitationLifetime;
  const mailbox = mailboxOf(invitation.email);
  const fields = { ...invitation, mailbox, by: organiser._id, expiresAt, usesLeft: limits.secretUses };
  await queueMail(ctx, { kind: "invitation", invitationId: await ctx.db.insert("invitations", fields) });
}

async function invitationBy(ctx: QueryCtx, id: Id<"invitations">): Promise<Doc<"invitations">> {
  return (await ctx.db.get("invitations", id)) ?? fail("NOT_FOUND", "This invitation has been used or withdrawn.");
}

/** Returns the link with this token. Null once it expired, its sender is no longer an organiser, or its receiver left the staff. */
async function invitationWith(ctx: QueryCtx, tokenHash: string): Promise<Doc<"invitations"> | null> {
  const row = await getOneFrom(ctx.db, "invitations", "by_tokenHash", tokenHash);
  if (row === null || row.expiresAt <= Date.now()) return null;
  if ((await ctx.db.get("users", row.by))?.kind !== "organiser") return null;
  const user = row.userId && (await ctx.db.get("users", row.userId));
  return row.userId === undefined || (user && isStaff(user)) ? row : null;
}
