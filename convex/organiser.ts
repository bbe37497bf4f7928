/** The organisers' functions: who is of the staff. The first organiser is created from the command line. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { asOrganiser, askingMutation, organiserAction, organiserMutation, organiserQuery } from "./functions";
import { isRequired } from "./model/secondFactor/secondFactor";
import { listStaff, removeStaff, staffList } from "./model/staff/staff";
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

/** All moderators and organisers, those who came first first. */
export const staff = organiserQuery({
  args: {},
  returns: v.array(staffMember),
  handler: async (ctx) => await staffList(ctx),
});

/** The links that wait to be opened or have expired, newest first. */
export const invitations = organiserQuery({
  args: {},
  returns: v.array(listedInvitation),
  handler: async (ctx) => await invitationLinks.listInvitations(ctx),
});

/** Mails a link by which its reader becomes a moderator. It works once, for 48 hours; a newer one replaces it. Organisers: `makeOrganiser`. */
export const invite = organiserMutation({
  args: { email: v.string(), kind: staffKind },
  returns: v.null(),
  handler: async (ctx, typed) => {
    if (typed.kind === "organiser") failUnproven();
    await invitationLinks.invite(ctx, ctx.organiser, typed);
    return null;
  },
});

/**
 * Makes a moderator an organiser, or mails another address a link to become one, by the password and the second factor of the caller.
 * An organiser made by a stolen session could end the festival with a password of their own.
 */
export const makeOrganiser = organiserAction({
  args: { ...typedProof, email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, ...typed }): Promise<null> => {
    const proof = await checkPasswordOf(ctx, ctx.organiserId, typed);
    failUnlessProven(
      await ctx.runMutation(internal.organiser.doProven, { proof, asked: { act: "makeOrganiser", email } }),
    );
    return null;
  },
});

/**
 * Makes another organiser a moderator, removes them or turns off their second factor, by the password and the second factor of the
 * caller. Otherwise a stolen session could lock out all other organisers.
 */
export const changeOrganiser = organiserAction({
  args: { ...typedProof, userId: v.id("users"), act: organiserChange },
  returns: v.null(),
  handler: async (ctx, { userId, act, ...typed }): Promise<null> => {
    const proof = await checkPasswordOf(ctx, ctx.organiserId, typed);
    failUnlessProven(await ctx.runMutation(internal.organiser.doProven, { proof, asked: { act, userId } }));
    return null;
  },
});

/** The part of `makeOrganiser` and `changeOrganiser` that acts, for the same caller. */
export const doProven = askingMutation({
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

/** Makes a link useless. */
export const withdraw = organiserMutation({
  args: { id: v.id("invitations") },
  returns: v.null(),
  handler: async (ctx, { id }) => await invitationLinks.withdraw(ctx, ctx.organiser, id),
});

/** Mails one of the staff a link to choose a new password. Their sessions end when they have. */
export const sendPassword = organiserMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) =>
    await invitationLinks.sendPassword(ctx, ctx.organiser, await acts.memberBy(ctx, userId)),
});

/** Removes a moderator, who is out at once. Organisers: `changeOrganiser`. */
export const removeMember = organiserMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) =>
    await acts.removeMember(ctx, { organiser: ctx.organiser, isProven: false }, userId),
});

/** Refuses every change of kind: `makeOrganiser` and `changeOrganiser` ask for the password. Accepts only the kind that a moderator has. */
export const setKind = organiserMutation({
  args: { userId: v.id("users"), kind: staffKind },
  returns: v.null(),
  handler: async (ctx, { userId, kind }) => {
    await acts.setKind(ctx, { organiser: ctx.organiser, isProven: false }, userId, kind);
    return null;
  },
});

/** Turns off the second factor of a moderator who lost the phone. Organisers: `changeOrganiser`. */
export const turnOffSecondFactor = organiserMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) =>
    await acts.turnOffSecondFactor(ctx, { organiser: ctx.organiser, isProven: false }, userId),
});

/** Whether all of the staff must have a second factor. */
export const isSecondFactorRequired = organiserQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await isRequired(ctx),
});

/** Sets it. Whoever has none must set it up before anything else works. */
export const requireSecondFactor = organiserMutation({
  args: { required: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { required }) => await acts.requireSecondFactor(ctx, ctx.organiser, required),
});

/**
 * Creates an organiser, makes a moderator one, or sets an organiser's password, by `npx convex run organiser:create`. With the
 * same password it only resets the guesses at it.
 */
export const create = internalAction({
  args: { email: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await makeStaff(ctx, "organiser", args);
    return null;
  },
});

/** All organisers, by `npx convex run organiser:list`. */
export const list = internalQuery({
  args: {},
  returns: v.array(listedStaff),
  handler: async (ctx) => await listStaff(ctx, "organiser"),
});

/** Removes an organiser, by `npx convex run organiser:remove '{"email":"…"}'`. Answers how many are left. */
export const remove = internalMutation({
  args: { email: v.string() },
  returns: v.number(),
  handler: async (ctx, { email }) => await removeStaff(ctx, "organiser", normaliseEmail(email)),
});
