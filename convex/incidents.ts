/**
 * Emergencies: the log of who did what to whom, and measures against harm. For the command line only, as in
 * `npx convex run incidents:list '{"about":"<user id>"}'`. docs/INCIDENTS.md says which to use when.
 */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { deleteOldIncidents, listIncidents } from "./model/incidents";
import * as measures from "./model/measures";
import { normaliseEmail } from "./shared/text";
import { foundUser, listedIncident } from "./validators/incidents";

/** Returns the latest 200 entries, newest first. `about`, `by`: a user's id. `before`: the `at` of the last entry seen. */
export const list = internalQuery({
  args: { about: v.optional(v.string()), by: v.optional(v.string()), before: v.optional(v.string()) },
  returns: v.array(listedIncident),
  handler: async (ctx, filter) => await listIncidents(ctx, filter),
});

/** Returns the users of an address, and of other spellings of its mailbox. */
export const find = internalQuery({
  args: { email: v.string() },
  returns: v.array(foundUser),
  handler: async (ctx, { email }) => await measures.usersOf(ctx, normaliseEmail(email)),
});

/** Ends every session of a user. */
export const signOut = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => await measures.signOutUser(ctx, userId),
});

/** Ends every session of everybody, including the staff. */
export const signOutEverybody = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await measures.signOutEverybody(ctx, true),
});

export const signOutRest = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await measures.signOutEverybody(ctx, false),
});

/** Gives every picture of a user a new address. Returns how many. */
export const movePhotos = internalMutation({
  args: { userId: v.id("users") },
  returns: v.number(),
  handler: async (ctx, { userId }) => await measures.movePhotos(ctx, userId),
});

export const deleteOld = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await deleteOldIncidents(ctx),
});
