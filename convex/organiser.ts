/** The organisers' functions: the staff. The first organiser is created from the command line. */
import { v } from "convex/values";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { organiserQuery } from "./functions";
import { listStaff, removeStaff, staffList } from "./model/staff";
import { makeStaff } from "./model/staffMaking";
import { normaliseEmail } from "./shared/text";
import { listedStaff, staffMember } from "./validatorsStaff";

/** All moderators and organisers, those who came first first. */
export const staff = organiserQuery({
  args: {},
  returns: v.array(staffMember),
  handler: async (ctx) => await staffList(ctx),
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
