/** The organisers' functions about the staff. The first organiser is created from the command line. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { asOrganiser, callerMutation, organiserAction, organiserMutation, organiserQuery } from "./functions";
import { isRequired } from "./model/secondFactor/secondFactor";
import { listStaff, removeStaff, allStaff } from "./model/staff/staff";
import * as acts from "./model/staff/acts";
import * as invitationLinks from "./model/staff/invitations";
import { makeStaff } from "./model/staff/making";
import { checkPasswordOf, failUnlessProven, failUnproven, proveStaff } from "./model/staff/proof";
import { normaliseEmail } from "./shared/text";
import {
  checkedProof,
  listedInvitation,
  listedStaff,
  organiserChange,
  proofResult,
  provenAct,
  staffKind,
  staffMember,
  typedProof,
} from "./validators/staff";

/** Returns all moderators and organisers, oldest account first. */
export const staff = organiserQuery({
  args: {},
  returns: v.array(staffMember),
  handler: async (ctx) => await allStaff(ctx),
});

/** Returns the links that wait to be opened or have expired, newest first. */
export const invitations = organiserQuery({
  args: {},
  returns: v.array(listedInvitation),
  handler: async (ctx) => await invitationLinks.listInvitations(ctx),
});

/** Mails a link that makes its reader a moderator. It works once, for 48 hours. A newer link replaces it. For organisers: `makeOrganiser`. */
export const invite = organiserMutation({
  args: { email: v.string(), kind: staffKind },
  returns: v.null(),
  handler: async (ctx, typed) => {
    if (typed.kind === "organiser") failUnproven();
    await invitationLinks.invite(ctx, ctx.organiser, typed);
  },
});

/**
 * Makes a moderator an organiser, or mails another address a link to become one. Needs the caller's password and second factor. Otherwise a
 * stolen session could make a second organiser with a password of its choice, and end the festival.
 */
export const makeOrganiser = organiserAction({
  args: { ...typedProof, email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, ...typed }): Promise<void> => {
    const proof = await checkPasswordOf(ctx, ctx.organiserId, typed);
    failUnlessProven(
      await ctx.runMutation(internal.organiser.doProven, { proof, asked: { act: "makeOrganiser", email } }),
    );
  },
});

/**
 * Makes another organiser a moderator, removes a staff member, or turns off a second factor. Needs the caller's password and second factor.
 * Otherwise a stolen session could lock out all other organisers.
 */
export const changeOrganiser = organiserAction({
  args: { ...typedProof, userId: v.id("users"), act: organiserChange },
  returns: v.null(),
  handler: async (ctx, { userId, act, ...typed }): Promise<void> => {
    const proof = await checkPasswordOf(ctx, ctx.organiserId, typed);
    failUnlessProven(await ctx.runMutation(internal.organiser.doProven, { proof, asked: { act, userId } }));
  },
});

/** The mutation behind `makeOrganiser` and `changeOrganiser`, for the same caller. */
export const doProven = callerMutation({
  args: { proof: checkedProof, asked: provenAct },
  returns: proofResult,
  handler: async (ctx, { proof, asked }) => {
    const { organiser } = await asOrganiser(ctx);
    const result = await proveStaff(ctx, organiser, proof);
    if (result.kind === "right") await acts.doProven(ctx, organiser, asked);
    return result;
  },
});

/** Mails a new link in place of an old one. */
export const resend = organiserMutation({
  args: { id: v.id("invitations") },
  returns: v.null(),
  handler: async (ctx, { id }) => await invitationLinks.resend(ctx, ctx.organiser, id),
});

/** Withdraws a mailed link, which stops working. */
export const withdraw = organiserMutation({
  args: { id: v.id("invitations") },
  returns: v.null(),
  handler: async (ctx, { id }) => await invitationLinks.withdraw(ctx, ctx.organiser, id),
});

/** Mails a member of the staff a link to choose a new password. Using it ends their sessions. */
export const sendPassword = organiserMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) =>
    await invitationLinks.sendPassword(ctx, ctx.organiser, await acts.staffMemberBy(ctx, userId)),
});

/** Removes a moderator, who is signed out at once. Limited to a few an hour. Beyond that, and for organisers: `changeOrganiser`. */
export const removeMember = organiserMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) =>
    await acts.removeMember(ctx, { organiser: ctx.organiser, isProven: false }, userId),
});

/**
 * Turns off the second factor of a moderator who lost their phone. Limited to a few an hour. Beyond that, and for organisers:
 * `changeOrganiser`.
 */
export const turnOffSecondFactor = organiserMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) =>
    await acts.turnOffSecondFactor(ctx, { organiser: ctx.organiser, isProven: false }, userId),
});

export const isSecondFactorRequired = organiserQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await isRequired(ctx),
});

/** Sets whether all staff must have a second factor. Staff without one must set it up before anything else works. */
export const requireSecondFactor = organiserMutation({
  args: { required: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { required }) => await acts.requireSecondFactor(ctx, ctx.organiser, required),
});

/**
 * Creates an organiser, promotes a moderator, or sets an organiser's password: `npx convex run organiser:create`. The same
 * password again only resets the guess counter.
 */
export const create = internalAction({
  args: { email: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => await makeStaff(ctx, "organiser", args),
});

/** Returns all organisers: `npx convex run organiser:list`. */
export const list = internalQuery({
  args: {},
  returns: v.array(listedStaff),
  handler: async (ctx) => await listStaff(ctx, "organiser"),
});

/** Removes an organiser: `npx convex run organiser:remove '{"email":"…"}'`. Returns how many are left. */
export const remove = internalMutation({
  args: { email: v.string() },
  returns: v.number(),
  handler: async (ctx, { email }) => await removeStaff(ctx, "organiser", normaliseEmail(email)),
});
