/** Matches and pending likes. */
import { v } from "convex/values";
import { memberMutation, memberQuery } from "./functions";
import { endMatch, listMatches, listPendingLikes, respond as respondTo } from "./model/matches";
import { card, matchEntry, swipeResult } from "./validators";

/** My matches, newest first. */
export const list = memberQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(matchEntry),
  handler: async (ctx, { limit }) => await listMatches(ctx, ctx.me, limit),
});

/** People who like me and whom I have not answered, newest first. */
export const pendingLikes = memberQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(card),
  handler: async (ctx, { limit }) => await listPendingLikes(ctx, ctx.me, limit),
});

/** Accepts or rejects a pending like. */
export const respond = memberMutation({
  args: { profileId: v.string(), accepted: v.boolean() },
  returns: swipeResult,
  handler: async (ctx, { profileId, accepted }) => await respondTo(ctx, ctx.me, profileId, accepted),
});

/** Ends one of my matches for both, for good. */
export const unmatch = memberMutation({
  args: { matchId: v.string() },
  returns: v.null(),
  handler: async (ctx, { matchId }) => await endMatch(ctx, ctx.me, matchId),
});
