/** The organisers' functions about people: search, a person's page, acts on a person, and the copy of a person's data. */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalMutation, internalQuery } from "./_generated/server";
import { organiserAction, organiserMutation, organiserQuery } from "./functions";
import { listPeople } from "./model/people/people";
import * as acts from "./model/people/acts";
import * as data from "./model/people/export";
import { exportOf } from "./model/people/exportFile";
import { personOf, recordOf } from "./model/people/page";
import { closePage as endView, openedPerson, openPage } from "./model/personViews";
import { fail } from "./shared/errors";
import * as exported from "./validators/export";
import * as shapes from "./validators/people";
import { feature } from "./validators/payments";

const actArgs = { userId: v.string(), reason: v.string() };

/**
 * Returns a page of people. The search matches the beginning of a handle or of any word of a name. It matches an address once
 * it is typed up to its "@". Without a search: newest first. The filter applies after the search, so a page can be short or
 * empty without being the last.
 */
export const list = organiserQuery({
  args: { search: v.string(), filter: shapes.peopleFilter, paginationOpts: paginationOptsValidator },
  returns: shapes.peoplePage,
  handler: async (ctx, { paginationOpts, ...request }) => await listPeople(ctx, request, paginationOpts),
});

/** Opens a person's page and logs it. The page can then be read for a quarter of an hour. */
export const open = organiserMutation({
  args: { userId: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId }) => await openPage(ctx, ctx.organiser._id, userId),
});

/** Returns who the person is. Null if the caller did not open their page in the last quarter of an hour. */
export const person = organiserQuery({
  args: { userId: v.string() },
  returns: v.union(shapes.person, v.null()),
  handler: async (ctx, { userId }) => {
    const user = await openedPerson(ctx, ctx.organiser._id, userId);
    return user && (await personOf(ctx, user));
  },
});

/** Returns the person's history. Null in the same cases as `person`. */
export const record = organiserQuery({
  args: { userId: v.string() },
  returns: v.union(shapes.personRecord, v.null()),
  handler: async (ctx, { userId }) => {
    const user = await openedPerson(ctx, ctx.organiser._id, userId);
    return user && (await recordOf(ctx, user));
  },
});

/** Suspends a member, reported or not. The person reads the reason. */
export const suspend = organiserMutation({
  args: actArgs,
  returns: v.null(),
  handler: async (ctx, args) => await acts.suspendPerson(ctx, ctx.organiser, args),
});

/** Lets a suspended person back in. */
export const restore = organiserMutation({
  args: actArgs,
  returns: v.null(),
  handler: async (ctx, args) => await acts.restorePerson(ctx, ctx.organiser, args),
});

/** Undoes an approval. The profile waits for a moderator again. */
export const undoApproval = organiserMutation({
  args: actArgs,
  returns: v.null(),
  handler: async (ctx, args) => await acts.undoApproval(ctx, ctx.organiser, args),
});

/** Gives or takes a product by hand. A paid product can only be refunded. */
export const setTier = organiserMutation({
  args: { ...actArgs, feature, has: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => await acts.changeTierByHand(ctx, ctx.organiser, args),
});

/** Ends every session of a person. */
export const signOut = organiserMutation({
  args: actArgs,
  returns: v.null(),
  handler: async (ctx, args) => await acts.signOutPerson(ctx, ctx.organiser, args),
});

/** Deletes a person's account for good. */
export const remove = organiserMutation({
  args: { userId: v.string(), reason: shapes.deletionReason },
  returns: v.null(),
  handler: async (ctx, args) => await acts.deletePerson(ctx, ctx.organiser, args),
});

/**
 * Returns a person's data as JSON, with their pictures and without chats, to send to a person who asked the organisers for it. Recorded
 * in the audit trail.
 */
export const exportData = organiserAction({
  args: { userId: v.string(), reason: v.optional(v.string()) },
  returns: v.string(),
  handler: async (ctx, { userId, reason = "" }): Promise<string> => {
    const { organiserId } = ctx;
    const personId: Id<"users"> = await ctx.runMutation(internal.people.startExport, { organiserId, userId, reason });
    return (
      (await exportOf(ctx, personId, false)) ??
      fail("NOT_FOUND", "This person does not exist. The account may have been deleted.")
    );
  },
});

/** Ends the right to read a page. */
export const closePage = internalMutation({
  args: { viewId: v.id("personViews") },
  returns: v.null(),
  handler: async (ctx, { viewId }) => await endView(ctx, viewId),
});

export const exportedFacts = internalQuery({
  args: { userId: v.id("users") },
  returns: v.union(exported.exportedFacts, v.null()),
  handler: async (ctx, { userId }) => await data.factsOf(ctx, userId),
});

export const exportedPhotos = internalQuery({
  args: { userId: v.id("users") },
  returns: v.array(exported.exportedPhoto),
  handler: async (ctx, { userId }) => await data.photosOf(ctx, userId),
});

export const exportedRows = internalQuery({
  args: { userId: v.id("users"), section: exported.section, cursor: v.union(v.string(), v.null()) },
  returns: exported.rowsPage,
  handler: async (ctx, { userId, section, cursor }) => await data.rowsOf(ctx, userId, section, cursor),
});

export const exportedWords = internalQuery({
  args: { userId: v.id("users"), thread: v.id("chatThreads"), cursor: v.union(v.string(), v.null()) },
  returns: exported.ownMessagesPage,
  handler: async (ctx, { userId, thread, cursor }) => await data.ownMessagesOf(ctx, userId, thread, cursor),
});

/** Logs that an organiser exports a person's data. Returns the person's id. */
export const startExport = internalMutation({
  args: { organiserId: v.id("users"), userId: v.string(), reason: v.string() },
  returns: v.id("users"),
  handler: async (ctx, { organiserId, userId, reason }) => await data.startExport(ctx, organiserId, userId, reason),
});

/** Counts and logs a user's export of their own data. Returns null, or the milliseconds to wait. */
export const startOwnExport = internalMutation({
  args: { userId: v.id("users") },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, { userId }) => await data.startOwnExport(ctx, userId),
});
