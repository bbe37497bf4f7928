/** For every moderator and organiser: joining by a mailed link, their account, their presence. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery } from "./_generated/server";
import { publicAction, staffMutation, staffQuery } from "./functions";
import { findAccount } from "./model/auth/accounts";
import { hashed, hashPassword } from "./model/auth/secrets";
import { checkProof, failRefused } from "./model/auth/proofs";
import { isRequired, recoveryCodesLeft } from "./model/secondFactor/secondFactor";
import { saveStaff } from "./model/staff/staff";
import * as invitations from "./model/staff/invitations";
import { spendHash } from "./model/throttle/budgets";
import { fail } from "./shared/errors";
import { checked, strongPassword } from "./shared/forms";
import { hashAnswer, linkCheck } from "./validators/auth";
import { openedInvitation, ownStaff, staffKind } from "./validators/staff";

const USELESS = "This link has been used, has expired or was replaced. Ask an organiser for a new one.";

/** Returns the signed-in moderator or organiser. */
export const me = staffQuery({
  args: {},
  returns: ownStaff,
  handler: async (ctx) => {
    const { _id, email, kind, secondFactor = false } = ctx.staff;
    const mustSetUp = !secondFactor && (await isRequired(ctx));
    return { _id, email, kind, secondFactor, recoveryCodes: await recoveryCodesLeft(ctx, _id), mustSetUp };
  },
});

/** Records that a staff screen is in use. The guard does the work, as in every staff mutation. */
export const look = staffMutation({
  args: {},
  returns: v.null(),
  handler: async () => await Promise.resolve(null),
});

/** Returns the account that a mailed link is for, before anything is typed. Does not use up the link. Throws for a dead link. */
export const openInvitation = publicAction({
  args: { token: v.string() },
  returns: openedInvitation,
  handler: async (ctx, { token }): Promise<Infer<typeof openedInvitation>> => {
    const tokenHash = await hashed("invitation", token);
    return (await ctx.runMutation(internal.staff.seeInvitation, { tokenHash })) ?? fail("BAD_INPUT", USELESS);
  },
});

export const seeInvitation = internalMutation({
  args: { tokenHash: v.string() },
  returns: v.union(openedInvitation, v.null()),
  handler: async (ctx, { tokenHash }) => await invitations.seeInvitation(ctx, tokenHash),
});

/** Sets the password of the account that the link is for, and makes a new account a member of the staff. Does not sign anyone in. */
export const acceptInvitation = publicAction({
  args: { token: v.string(), password: v.string(), proof: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { token, password, proof }): Promise<null> => {
    const chosen = checked(strongPassword, password);
    const tokenHash = await hashed("invitation", token);
    const isProven = await checkProof(ctx, "acceptInvitation", tokenHash, proof);
    const check = await ctx.runMutation(internal.staff.checkInvitation, { tokenHash, isProven });
    if (check.kind === "wrong") fail("BAD_INPUT", USELESS);
    if (check.kind !== "permitted") return await failRefused(check, "acceptInvitation", tokenHash);
    const secret = await hashPassword(check.permit, chosen);
    const used = await ctx.runMutation(internal.staff.useInvitation, { tokenHash, secret });
    if (!used) fail("BAD_INPUT", USELESS);
    return null;
  },
});

export const checkInvitation = internalMutation({
  args: { tokenHash: v.string(), isProven: v.boolean() },
  returns: linkCheck,
  handler: async (ctx, { tokenHash, isProven }) => await invitations.checkInvitation(ctx, tokenHash, isProven),
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

/** Returns the stored password of a member of the staff. */
export const secretOf = internalQuery({
  args: { email: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { email }) => (await findAccount(ctx, "moderator", email))?.account.secret ?? null,
});

/** Counts a password hash for the command line. */
export const startHash = internalMutation({
  args: {},
  returns: hashAnswer,
  handler: async (ctx) => await spendHash(ctx, "staff", true),
});

export const save = internalMutation({
  args: { kind: staffKind, email: v.string(), secret: v.string() },
  returns: v.null(),
  handler: async (ctx, { kind, email, secret }) => await saveStaff(ctx, kind, email, secret),
});
