/** What every moderator and organiser has for themselves: how they come in, who they are, and that they are here. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery } from "./_generated/server";
import { publicAction, staffMutation, staffQuery } from "./functions";
import { findAccount } from "./model/authAccounts";
import { hashInvitation, hashPassword } from "./model/authSecrets";
import { isRequired, recoveryCodesLeft } from "./model/secondFactor";
import { saveStaff } from "./model/staff";
import * as invitations from "./model/staffInvitations";
import { fail, failTooMany } from "./shared/errors";
import { checked, strongPassword } from "./shared/forms";
import { secretCheck } from "./validators";
import { ownStaff, staffKind } from "./validatorsStaff";

/** The signed-in moderator or organiser. */
export const me = staffQuery({
  args: {},
  returns: ownStaff,
  handler: async (ctx) => {
    const { _id, email, kind, secondFactor = false } = ctx.staff;
    const mustSetUp = !secondFactor && (await isRequired(ctx));
    return { _id, email, kind, secondFactor, recoveryCodes: await recoveryCodesLeft(ctx, _id), mustSetUp };
  },
});

/** Says that a screen of the staff is in front of somebody. The guard notes it, as for every mutation of theirs. */
export const look = staffMutation({
  args: {},
  returns: v.null(),
  handler: async () => await Promise.resolve(null),
});

/** Sets the password of whoever was mailed this link, which makes them one of the staff if they are not. Signs nobody in. */
export const acceptInvitation = publicAction({
  args: { token: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, { token, password }) => {
    const chosen = checked(strongPassword, password);
    const tokenHash = await hashInvitation(token);
    const check = await ctx.runMutation(internal.staff.checkInvitation, { tokenHash });
    if (check.kind === "wait") failTooMany(check.retryAfter);
    const secret = check.kind === "right" ? await hashPassword(chosen) : null;
    const used = secret !== null && (await ctx.runMutation(internal.staff.useInvitation, { tokenHash, secret }));
    if (!used) fail("BAD_INPUT", "This link was used, has expired or was replaced. Ask an organiser for a new one.");
    return null;
  },
});

export const checkInvitation = internalMutation({
  args: { tokenHash: v.string() },
  returns: secretCheck,
  handler: async (ctx, { tokenHash }) => await invitations.checkInvitation(ctx, tokenHash),
});

export const useInvitation = internalMutation({
  args: { tokenHash: v.string(), secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { tokenHash, secret }) => await invitations.useInvitation(ctx, tokenHash, secret),
});

export const saveInvitationToken = internalMutation({
  args: { id: v.id("invitations"), tokenHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { id, tokenHash }) => await invitations.saveInvitationToken(ctx, id, tokenHash),
});

/** The stored password of one of the staff. */
export const secretOf = internalQuery({
  args: { email: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { email }) => (await findAccount(ctx, "moderator", email))?.account.secret ?? null,
});

export const save = internalMutation({
  args: { kind: staffKind, email: v.string(), secret: v.string() },
  returns: v.null(),
  handler: async (ctx, { kind, email, secret }) => await saveStaff(ctx, kind, email, secret),
});
