/** Matches and pending likes. */
import { v } from "convex/values";
import { memberMutation, memberQuery } from "./functions";
import { endMatch, listMatches, listPendingLikes, respond as respondTo, showMatched } from "./model/matches";
import { lookAtLikes } from "./model/news/looks";
import { newsOf, unseenMatches } from "./model/news/news";
import { markMatches } from "./model/news/unseen";
import { card, matchedCard, matchEntry, news as newsCounts, swipeResult } from "./validators/common";

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

/** The whole card of one of my matches. NOT_FOUND alike for a match that is unknown, over, or of others. */
export const person = memberQuery({
  args: { matchId: v.string() },
  returns: matchedCard,
  handler: async (ctx, { matchId }) => await showMatched(ctx, ctx.me, matchId),
});

/** How much is new to me, for badges. */
export const news = memberQuery({
  args: {},
  returns: newsCounts,
  handler: async (ctx) => await newsOf(ctx, ctx.me),
});

/** My matches whose moment I have not seen on any device, oldest first, the next ten at most. */
export const unseen = memberQuery({
  args: {},
  returns: v.array(matchEntry),
  handler: async (ctx) => await unseenMatches(ctx, ctx.me),
});

/** I have seen the moments of these matches. Other ids change nothing. A hundred at most. */
export const markSeen = memberMutation({
  args: { matchIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { matchIds }) => {
    await markMatches(ctx, ctx.me.userId, matchIds, "shown");
    return null;
  },
});

/** I have seen these matches in my list. Other ids change nothing. A hundred at most. */
export const markListed = memberMutation({
  args: { matchIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { matchIds }) => {
    await markMatches(ctx, ctx.me.userId, matchIds, "listed");
    return null;
  },
});

/** I look at my pending likes now; with a time in ms, I saw those up to then. */
export const markLikesSeen = memberMutation({
  hasOwnLimit: true,
  args: { upTo: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { upTo }) => {
    await lookAtLikes(ctx, ctx.me.userId, upTo);
    return null;
  },
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
