import { v } from "convex/values";
import { memberMutation, memberQuery } from "./functions";
import { endMatch, listMatches, listPendingLikes, respond as respondTo } from "./model/matches";
import { card, matchEntry, swipeResult } from "./validators";

export const list = memberQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(matchEntry),
  handler: async (ctx, { limit }) => await listMatches(ctx, ctx.me, limit),
});

export const pendingLikes = memberQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(card),
  handler: async (ctx, { limit }) => await listPendingLikes(ctx, ctx.me, limit),
});

export const respond = memberMutation({
  args: { profileId: v.string(), accepted: v.boolean() },
  returns: swipeResult,
  handler: async (ctx, { profileId, accepted }) => await respondTo(ctx, ctx.me, profileId, accepted),
});

export const unmatch = memberMutation({
  args: { matchId: v.string() },
  returns: v.null(),
  handler: async (ctx, { matchId }) => {
    await endMatch(ctx, ctx.me, matchId);
    return null;
  },
});
