/** Who is at the festival: the organisers' rules, the ticket codes they upload, and claiming a ticket. */
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
import { REASON_MISSING } from "./model/people/acts";
import { attendeeBy } from "./model/personViews";
import { checkedReason } from "./model/reports/suspensions";
import { ticketByCode, ticketOf, ticketCountsOf } from "./model/tickets/tickets";
import * as claiming from "./model/tickets/claiming";
import * as doorRules from "./model/tickets/door";
import * as upload from "./model/tickets/upload";
import { ticketRulesOf, signUpRulesOf } from "./model/festival/ticketRules";
import { saveRules } from "./model/tickets/rules";
import { fail } from "./shared/errors";
import * as shapes from "./validators/tickets";

/** Returns the rules for a sign-up: whether it needs a ticket code, and which mail domains may sign up. */
export const signUpRules = publicQuery({
  args: {},
  returns: shapes.signUpRules,
  handler: async (ctx) => await signUpRulesOf(ctx),
});

/** Returns the caller's ticket, and whether the app asks them for one. */
export const mine = userQuery({
  args: {},
  returns: shapes.ownTicket,
  handler: async (ctx) => await claiming.ownTicketOf(ctx, ctx.user),
});

/** Claims the ticket of a code. A wrong code is a result, not an error, because an error would roll back the try counter. */
export const claim = userMutation({
  hasOwnLimit: true,
  args: { code: v.string() },
  returns: shapes.ticketClaim,
  handler: async (ctx, { code }) => await claiming.claimTicket(ctx, ctx.user, code),
});

export const rules = organiserQuery({
  args: {},
  returns: shapes.savedRules,
  handler: async (ctx) => await ticketRulesOf(ctx),
});

/** Saves the rules. `version`: the version that the caller changed. Throws if another organiser has saved since. */
export const saveSettings = organiserMutation({
  args: { version: v.number(), rules: shapes.ticketRules },
  returns: v.null(),
  handler: async (ctx, args) => await saveRules(ctx, ctx.organiser, args),
});

/** Returns how many tickets were uploaded, claimed and checked in. */
export const counts = organiserQuery({
  args: {},
  returns: shapes.ticketCounts,
  handler: async (ctx) => await ticketCountsOf(ctx),
});

/** Stores up to `limits.ticketsBatch` codes. `label`: the name of this kind of ticket, may be empty. */
export const add = organiserMutation({
  args: { codes: v.array(v.string()), label: v.string() },
  returns: shapes.uploadedBatch,
  handler: async (ctx, args) => await upload.addTickets(ctx, ctx.organiser, args),
});

/** Releases the ticket of a lost or stolen code. Anyone with the code can then claim it. */
export const release = organiserMutation({
  args: { code: v.string() },
  returns: v.null(),
  handler: async (ctx, { code }): Promise<void> => {
    const ticket = (await ticketByCode(ctx, code)) ?? fail("NOT_FOUND", "There is no ticket with this code.");
    await claiming.releaseTicket(ctx, ctx.organiser, ticket);
  },
});

/** Releases a person's ticket. Colleagues read the reason. */
export const releaseOf = organiserMutation({
  args: { userId: v.string(), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId, reason }): Promise<void> => {
    const words = checkedReason(reason, REASON_MISSING);
    const { _id } = await attendeeBy(ctx, userId);
    const ticket = (await ticketOf(ctx, _id)) ?? fail("NOT_FOUND", "They no longer have a ticket.");
    await claiming.releaseTicket(ctx, ctx.organiser, ticket, words);
  },
});

/** Deletes all tickets that nobody has claimed or used at the door, in batches. */
export const removeUnclaimed = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await upload.startRemoval(ctx, ctx.organiser),
});

/** Checks a ticket at the door, for all of the staff. The earliest check counts. Idempotent by `key`. */
export const check = moderatorMutation({
  args: shapes.doorCheck.fields,
  returns: shapes.doorAnswer,
  handler: async (ctx, args) => await doorRules.checkTicket(ctx, ctx.moderator, args),
});

/** Returns how many people have arrived and which tickets came in twice, live, for the staff at the door. */
export const door = moderatorQuery({
  args: {},
  returns: shapes.doorView,
  handler: async (ctx) => await doorRules.doorViewOf(ctx),
});

/** Deletes the next unclaimed tickets that were uploaded before a time (ms). */
export const removeNext = internalMutation({
  args: { before: v.number() },
  returns: v.null(),
  handler: async (ctx, { before }) => await upload.removeUnclaimed(ctx, before),
});

/** Updates who is at the festival for the next batch of people, after the domains changed. */
export const markNext = internalMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0 }) => await upload.markNext(ctx, after),
});
