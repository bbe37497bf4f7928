/** The organisers' functions about people: finding somebody, their page, and what can be done. */
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
 * A page of people whose name, from any of its words on, or handle begins with what was typed, or their address, once that is typed up
 * to its "@"; without anything typed, the newest first. Of many who fit a search only some may fit the filter, so a page may be short, or empty, without being the last.
 */
export const list = organiserQuery({
  args: { search: v.string(), filter: shapes.peopleFilter, paginationOpts: paginationOptsValidator },
  returns: shapes.peoplePage,
  handler: async (ctx, { paginationOpts, ...asked }) => await listPeople(ctx, asked, paginationOpts),
});

/** Opens somebody's page, which is noted in the log. It can be read for a quarter of an hour then. */
export const open = organiserMutation({
  args: { userId: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId }): Promise<null> => {
    await openPage(ctx, ctx.organiser._id, userId);
    return null;
  },
});

/** Who somebody is. Null: I have not opened their page, or too long ago. */
export const person = organiserQuery({
  args: { userId: v.string() },
  returns: v.union(shapes.person, v.null()),
  handler: async (ctx, { userId }) => {
    const user = await openedPerson(ctx, ctx.organiser._id, userId);
    return user && (await personOf(ctx, user));
  },
});

/** What happened with somebody. Null: as `person`. */
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

/** Undoes an approval: the profile waits for a moderator again. */
export const undoApproval = organiserMutation({
  args: who,
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.undoApproval(ctx, ctx.organiser, asked);
    return null;
  },
});

/** Gives or takes Gold or VIP by hand. What was paid for goes with its refund only. */
export const setTier = organiserMutation({
  args: { ...who, feature, has: v.boolean() },
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.changeTierByHand(ctx, ctx.organiser, asked);
    return null;
  },
});

/** Ends every session of somebody. */
export const signOut = organiserMutation({
  args: who,
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.signOutPerson(ctx, ctx.organiser, asked);
    return null;
  },
});

/** Deletes somebody's account for good. */
export const remove = organiserMutation({
  args: { userId: v.string(), reason: shapes.deletionReason },
  returns: v.null(),
  handler: async (ctx, asked): Promise<null> => {
    await acts.deletePerson(ctx, ctx.organiser, asked);
    return null;
  },
});

/** A copy of somebody's data as JSON with the pictures in it, for a person who asked for it. Without chats. It stands in the trail. */
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
