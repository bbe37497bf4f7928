/** Who is at the festival: the rules that organisers set, the codes of tickets that they upload, and claiming one. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import {
  moderatorMutation,
  moderatorQuery,
  organiserMutation,
  organiserQuery,
  publicQuery,
  userMutation,
  userQuery,
} from "./functions";
import { attendeeBy } from "./model/personViews";
import { checkedReason } from "./model/reports/suspensions";
import { ticketByCode, ticketOf } from "./model/tickets/tickets";
import * as claiming from "./model/tickets/claiming";
import { ticketCountsOf } from "./model/tickets/counts";
import * as doorRules from "./model/tickets/door";
import * as upload from "./model/tickets/upload";
import { rulesOf, signUpRulesOf } from "./model/festival/ticketRules";
import { saveRules } from "./model/tickets/rules";
import { fail } from "./shared/errors";
import * as shapes from "./validators/tickets";

/** What whoever signs up has to know: whether a code is asked for, and of which domains their address has to be. */
export const signUpRules = publicQuery({
  args: {},
  returns: shapes.signUpRules,
  handler: async (ctx) => await signUpRulesOf(ctx),
});

/** My ticket, and whether I am asked for one. */
export const mine = userQuery({
  args: {},
  returns: shapes.ownTicket,
  handler: async (ctx) => await claiming.ownTicketOf(ctx, ctx.user),
});

/** Claims the ticket of a code. A wrong code is an answer and no error, because an error would not count the try. */
export const claim = userMutation({
  hasOwnLimit: true,
  args: { code: v.string() },
  returns: shapes.ticketClaim,
  handler: async (ctx, { code }) => await claiming.claimTicket(ctx, ctx.user, code),
});

/** The rules. */
export const rules = organiserQuery({
  args: {},
  returns: shapes.savedRules,
  handler: async (ctx) => await rulesOf(ctx),
});

/** Saves the rules. `version`: of those that were changed; refused if somebody else saved since. */
export const saveSettings = organiserMutation({
  args: { version: v.number(), rules: shapes.ticketRules },
  returns: v.null(),
  handler: async (ctx, args): Promise<null> => {
    await saveRules(ctx, ctx.organiser, args);
    return null;
  },
});

/** How many tickets there are, were claimed and arrived. */
export const counts = organiserQuery({
  args: {},
  returns: shapes.ticketCounts,
  handler: async (ctx) => await ticketCountsOf(ctx),
});

/** Stores a batch of codes, as `limits.ticketsBatch` has it. `label`: what tickets of this kind are called; may be empty. */
export const add = organiserMutation({
  args: { codes: v.array(v.string()), label: v.string() },
  returns: shapes.uploadedBatch,
  handler: async (ctx, args) => await upload.addTickets(ctx, ctx.organiser, args),
});

/** Releases the ticket of a code that was lost or stolen: whoever has the code can claim it. */
export const release = organiserMutation({
  args: { code: v.string() },
  returns: v.null(),
  handler: async (ctx, { code }): Promise<null> => {
    const ticket = (await ticketByCode(ctx, code)) ?? fail("NOT_FOUND", "There is no ticket with this code.");
    await claiming.releaseTicket(ctx, ctx.organiser, ticket);
    return null;
  },
});

/** Releases the ticket that somebody claimed. Colleagues read the reason. */
export const releaseOf = organiserMutation({
  args: { userId: v.string(), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId, reason }): Promise<null> => {
    const words = checkedReason(reason, "Please write a reason. Your colleagues read it.");
    const { _id } = await attendeeBy(ctx, userId);
    const ticket = (await ticketOf(ctx, _id)) ?? fail("NOT_FOUND", "They have no ticket any more.");
    await claiming.releaseTicket(ctx, ctx.organiser, ticket, words);
    return null;
  },
});

/** Deletes all tickets that nobody has claimed or arrived with, in batches. */
export const removeUnclaimed = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    await upload.startRemoval(ctx, ctx.organiser);
    return null;
  },
});

/** Checks a ticket at the door, for all of the staff. The earliest check counts; the same key again is answered alike. */
export const check = moderatorMutation({
  args: shapes.doorCheck.fields,
  returns: shapes.doorAnswer,
  handler: async (ctx, args) => await doorRules.checkTicket(ctx, ctx.moderator, args),
});

/** How many have come, and who came in twice, live, for the staff at the door. */
export const door = moderatorQuery({
  args: {},
  returns: shapes.doorView,
  handler: async (ctx) => await doorRules.doorViewOf(ctx),
});

/** Deletes the next unclaimed tickets that were uploaded before a time (ms). */
export const removeNext = internalMutation({
  args: { before: v.number() },
  returns: v.null(),
  handler: async (ctx, { before }): Promise<null> => {
    await upload.removeUnclaimed(ctx, before);
    return null;
  },
});

/** After a change of the domains: brings up to date who of the next people is at the festival. */
export const markNext = internalMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0 }): Promise<null> => {
    await upload.markNext(ctx, after);
    return null;
  },
});

/** Looks at the code of a sign-up. `codeHash`: null without one. */
export const checkAtSignUp = internalMutation({
  args: { email: v.string(), codeHash: v.union(v.string(), v.null()) },
  returns: shapes.signUpTicket,
  handler: async (ctx, { email, codeHash }) => await claiming.checkTicketAtSignUp(ctx, email, codeHash),
});
