/** Matches and pending likes. */
import { v } from "convex/values";
import { approvedMutation, approvedQuery, memberMutation, memberQuery } from "./functions";
import { endMatch, listMatches, listPendingLikes, respond as respondTo, showMatched } from "./model/matches";
import { lookAtLikes } from "./model/news/looks";
import { newsOf, unseenMatches } from "./model/news/news";
import { markMatches } from "./model/news/unseen";
import { card, matchedCard, matchEntry, news as newsCounts, swipeResult } from "./validators/common";

/** Returns my matches, newest first. */
export const list = approvedQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(matchEntry),
  handler: async (ctx, { limit }) => await listMatches(ctx, ctx.user._id, limit),
});

/** Returns the cards of people whose like I have not answered, newest first. */
export const pendingLikes = memberQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(card),
  handler: async (ctx, { limit }) => await listPendingLikes(ctx, ctx.me, limit),
});

/** Returns the whole card of one of my matches. Throws the same NOT_FOUND for a match that is unknown, over, or not mine. */
export const person = memberQuery({
  args: { matchId: v.string() },
  returns: matchedCard,
  handler: async (ctx, { matchId }) => await showMatched(ctx, ctx.me, matchId),
});

/** Returns the badge counts: what is new to me. */
export const news = memberQuery({
  args: {},
  returns: newsCounts,
  handler: async (ctx) => await newsOf(ctx, ctx.me),
});

/** Returns my matches whose popup I have not seen on any device: the next ten at most, oldest first. */
export const unseen = approvedQuery({
  args: {},
  returns: v.array(matchEntry),
  handler: async (ctx) => await unseenMatches(ctx, ctx.user._id),
});

/** Marks the popups of these matches as seen, a hundred at most. Unknown ids change nothing. */
export const markSeen = approvedMutation({
  args: { matchIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { matchIds }) => {
    await markMatches(ctx, ctx.user._id, matchIds, "shown");
    return null;
  },
});

/** Marks these matches as seen in my list, a hundred at most. Unknown ids change nothing. */
export const markListed = approvedMutation({
  args: { matchIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { matchIds }) => {
    await markMatches(ctx, ctx.user._id, matchIds, "listed");
    return null;
  },
});

/** Marks my pending likes as seen, up to now or up to a time in ms. */
export const markLikesSeen = approvedMutation({
  hasOwnLimit: true,
  args: { upTo: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { upTo }) => {
    await lookAtLikes(ctx, ctx.user._id, upTo);
    return null;
  },
});

/** Accepts or rejects a pending like. */
export const respond = memberMutation({
  args: { profileId: v.string(), accepted: v.boolean() },
  returns: swipeResult,
  handler: async (ctx, { profileId, accepted }) => await respondTo(ctx, ctx, profileId, accepted),
});

/** Ends one of my matches for both people, for good. */
export const unmatch = approvedMutation({
  args: { matchId: v.string() },
  returns: v.null(),
  handler: async (ctx, { matchId }) => await endMatch(ctx, ctx.user._id, matchId),
});
