/** The moderators' functions: queue, decisions, reports and figures. Organisers may call them too. */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { moderatorMutation, moderatorQuery } from "./functions";
import * as moderation from "./model/moderation/moderation";
import * as claims from "./model/moderation/claims";
import * as queues from "./model/moderation/queue";
import { listTrail } from "./model/moderation/trail";
import * as undo from "./model/moderation/undo";
import * as desk from "./model/reports/desk";
import { listReports } from "./model/reports/list";
import { listStaff, removeStaff } from "./model/staff/staff";
import { makeStaff } from "./model/staff/making";
import { normaliseEmail } from "./shared/text";
import * as shapes from "./validators/moderator";
import { listedStaff } from "./validators/staff";

/** Returns the waiting versions of profiles, oldest first, fifty at most. */
export const queue = moderatorQuery({
  args: {},
  returns: v.array(shapes.waitingProfile),
  handler: async (ctx) => await queues.queue(ctx),
});

/** Returns a page of the waiting versions that match a filter, oldest first, fifty a page at most. */
export const waiting = moderatorQuery({
  args: { filter: shapes.waitingFilter, paginationOpts: paginationOptsValidator },
  returns: shapes.waitingPage,
  handler: async (ctx, { filter, paginationOpts }) => await queues.waitingPageOf(ctx, filter, paginationOpts),
});

/** Returns the queue sizes, the oldest wait, and the decisions since a time: the caller's and everybody's. The client passes the time. */
export const figures = moderatorQuery({
  args: { since: v.number() },
  returns: shapes.deskFigures,
  handler: async (ctx, { since }) => await queues.deskFigures(ctx, ctx.moderator, since),
});

/** Approves or rejects a waiting version, once. */
export const decide = moderatorMutation({
  args: { id: v.string(), approved: v.boolean(), reason: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, args) => await moderation.decide(ctx, ctx.moderator, args),
});

/**
 * `decide`, with ten seconds to undo. An approved new profile takes effect at once. A rejection or an approved change takes effect when the
 * ten seconds are over or the caller decides on the next version.
 */
export const decideWithUndo = moderatorMutation({
  args: { id: v.string(), approved: v.boolean(), reason: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, args) => await undo.decideWithUndo(ctx, ctx.moderator, args),
});

/** Returns the caller's last decision while it can be undone, or null. */
export const undoable = moderatorQuery({
  args: {},
  returns: v.union(shapes.undoableDecision, v.null()),
  handler: async (ctx) => await undo.undoableDecisionOf(ctx, ctx.moderator),
});

/** Undoes the caller's last decision, which must be on this version. The version waits again, claimed by the caller. Returns its id. */
export const undoDecision = moderatorMutation({
  args: { id: v.string() },
  returns: v.id("submissions"),
  handler: async (ctx, { id }) => await undo.undoDecision(ctx, ctx.moderator, id),
});

/** Closes the undo window of a decision. */
export const finishDecision = internalMutation({
  args: { id: v.id("undoableDecisions") },
  returns: v.null(),
  handler: async (ctx, { id }) => await undo.finishDecision(ctx, id),
});

/** Returns how many profiles wait and how many are approved, and the latest ten decisions. */
export const stats = moderatorQuery({
  args: {},
  returns: shapes.moderationStats,
  handler: async (ctx) => await moderation.stats(ctx),
});

/** Returns open reports without their reporters, fifty at most: those about minors first, then the oldest. */
export const reports = moderatorQuery({
  args: {},
  returns: v.array(shapes.reportedPerson),
  handler: async (ctx) => await listReports(ctx, "open"),
});

/** Returns suspended people, latest first, each with the report they are suspended for. */
export const suspensions = moderatorQuery({
  args: {},
  returns: v.array(shapes.reportedPerson),
  handler: async (ctx) => await listReports(ctx, "suspended"),
});

/** Closes a report without consequences. */
export const dismiss = moderatorMutation({
  args: { id: v.id("reports") },
  returns: v.null(),
  handler: async (ctx, { id }) => await desk.dismiss(ctx, ctx.moderator, id),
});

/** Suspends the reported person. They leave every deck and list, and see only that they are suspended and why. */
export const suspend = moderatorMutation({
  args: { id: v.id("reports"), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { id, reason }) => await desk.suspend(ctx, ctx.moderator, id, reason),
});

/** Lets a suspended person back in. */
export const restore = moderatorMutation({
  args: { id: v.id("reports") },
  returns: v.null(),
  handler: async (ctx, { id }) => await desk.restore(ctx, ctx.moderator, id),
});

/** Returns what each moderator has open now. */
export const claimed = moderatorQuery({
  args: {},
  returns: v.array(shapes.claim),
  handler: async (ctx) => await claims.listClaims(ctx, ctx.moderator),
});

/** Sets the item that the caller has open, or null. It expires after 45 s, so a client renews it while the item is open. */
export const claim = moderatorMutation({
  args: { item: v.union(v.id("submissions"), v.id("reports"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { item }) => await claims.claimItem(ctx, ctx.moderator, item),
});

/**
 * Claims the next waiting profile for the caller. Returns its version, or null. The version matches the filter and no colleague has it
 * open. It is the next one after `after`, the caller's previous version, or else the oldest. Two moderators never get the same one.
 */
export const claimNext = moderatorMutation({
  args: { after: v.union(v.string(), v.null()), filter: v.optional(shapes.waitingFilter) },
  returns: v.union(v.id("submissions"), v.null()),
  handler: async (ctx, { after, filter }) => await claims.claimNext(ctx, ctx.moderator, after, filter),
});

/** Returns the latest fifty decisions and who made them. */
export const trail = moderatorQuery({
  args: {},
  returns: v.array(shapes.ruled),
  handler: async (ctx) => await listTrail(ctx),
});

/** Ends a claim that was not renewed. */
export const expireClaim = internalMutation({
  args: { claimId: v.id("claims") },
  returns: v.null(),
  handler: async (ctx, { claimId }) => await claims.expireClaim(ctx, claimId),
});

/**
 * Creates a moderator or sets their password: `npx convex run moderator:create`. The same password again only resets the guess
 * counter.
 */
export const create = internalAction({
  args: { email: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => await makeStaff(ctx, "moderator", args),
});

/** Returns all moderators: `npx convex run moderator:list`. */
export const list = internalQuery({
  args: {},
  returns: v.array(listedStaff),
  handler: async (ctx) => await listStaff(ctx, "moderator"),
});

/** Removes a moderator: `npx convex run moderator:remove '{"email":"…"}'`. Returns how many are left. */
export const remove = internalMutation({
  args: { email: v.string() },
  returns: v.number(),
  handler: async (ctx, { email }) => await removeStaff(ctx, "moderator", normaliseEmail(email)),
});
