/** The organisers' functions about people: search, a person's page, and acts on a person. */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalMutation } from "./_generated/server";
import { organiserAction, organiserMutation, organiserQuery } from "./functions";
import { listPeople } from "./model/people/people";
import * as acts from "./model/people/acts";
import { personOf, recordOf } from "./model/people/page";
import { closePage as endView, openedPerson, openPage } from "./model/personViews";
import { fail } from "./shared/errors";
import * as shapes from "./validators/people";
import { feature } from "./validators/payments";

const who = { userId: v.string(), reason: v.string() };

/**
 * Returns a page of people. The search matches the beginning of a handle or of any word of a name, and an address once it is
 * typed up to its "@". Without a search: newest first. The filter applies after the search, so a page can be short or empty
 * without being the last.
 */
export const list = organiserQuery({
  args: { search: v.string(), filter: shapes.peopleFilter, paginationOpts: paginationOptsValidator },
  returns: shapes.peoplePage,
  handler: async (ctx, { paginationOpts, ...asked }) => await listPeople(ctx, asked, paginationOpts),
});

/** Opens a person's page and logs it. The page can then be read for a quarter of an hour. */
export const open = organiserMutation({
  args: { userId: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId }): Promise<null> => {
    await openPage(ctx, ctx.organiser._id, userId);
    return null;
  },
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

/** Returns what happened with the person. Null as for `person`. */
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
  args: who,
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.suspendPerson(ctx, ctx.organiser, asked);
    return null;
  },
});

/** Lets a suspended person back in. */
export const restore = organiserMutation({
  args: who,
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.restorePerson(ctx, ctx.organiser, asked);
    return null;
  },
});

/** Undoes an approval. The profile waits for a moderator again. */
export const undoApproval = organiserMutation({
  args: who,
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.undoApproval(ctx, ctx.organiser, asked);
    return null;
  },
});

/** Gives or takes Gold or VIP by hand. Only a refund takes back what was paid for. */
export const setTier = organiserMutation({
  args: { ...who, feature, has: v.boolean() },
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.changeTierByHand(ctx, ctx.organiser, asked);
    return null;
  },
});

/** Ends every session of a person. */
export const signOut = organiserMutation({
  args: who,
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.signOutPerson(ctx, ctx.organiser, asked);
    return null;
  },
});

/** Deletes a person's account for good. */
export const remove = organiserMutation({
  args: { userId: v.string(), reason: shapes.deletionReason },
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.deletePerson(ctx, ctx.organiser, asked);
    return null;
  },
});

/** Returns a person's data as JSON with their pictures, for a person who asked for it. Without chats. Logged in the trail. */
export const exportData = organiserAction({
  args: { userId: v.string(), reason: v.optional(v.string()) },
  returns: v.string(),
  handler: async (ctx, { userId, reason = "" }): Promise<string> => {
    const { organiserId } = ctx;
    const whose: Id<"users"> = await ctx.runMutation(internal.peopleExport.start, { organiserId, userId, reason });
    const made: string | null = await ctx.runAction(internal.peopleExport.make, { userId: whose, withMessages: false });
    return made ?? fail("NOT_FOUND", "There is nobody here. The account may be deleted.");
  },
});

/** Ends the right to read a page. */
export const closePage = internalMutation({
  args: { viewId: v.id("personViews") },
  returns: v.null(),
  handler: async (ctx, { viewId }): Promise<null> => {
    await endView(ctx, viewId);
    return null;
  },
});
