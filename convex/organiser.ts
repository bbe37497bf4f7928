/** The organisers' functions: who is of the staff. The first organiser is created from the command line. */
import { v } from "convex/values";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { organiserMutation, organiserQuery } from "./functions";
import { isRequired } from "./model/secondFactor";
import { listStaff, removeStaff, staffList } from "./model/staff";
import * as acts from "./model/staffActs";
import * as invitationLinks from "./model/staffInvitations";
import { makeStaff } from "./model/staffMaking";
import { normaliseEmail } from "./shared/text";
import { listedInvitation, listedStaff, staffKind, staffMember } from "./validatorsStaff";

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

/** Mails somebody a link by which they become one of the staff. It works once, for 48 hours; a newer one replaces it. */
export const invite = organiserMutation({
  args: { email: v.string(), kind: staffKind },
  returns: v.null(),
  handler: async (ctx, typed) => await invitationLinks.invite(ctx, ctx.organiser, typed),
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

/** Removes one of the staff, but oneself: they are out at once. */
export const removeMember = organiserMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => await acts.removeMember(ctx, ctx.organiser, userId),
});

/** Makes a moderator an organiser, or the other way round, but not oneself. */
export const setKind = organiserMutation({
  args: { userId: v.id("users"), kind: staffKind },
  returns: v.null(),
  handler: async (ctx, { userId, kind }) => await acts.setKind(ctx, ctx.organiser, userId, kind),
});

/** Turns off the second factor of another one of the staff, who lost the phone. */
export const turnOffSecondFactor = organiserMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => await acts.turnOffSecondFactor(ctx, ctx.organiser, userId),
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
