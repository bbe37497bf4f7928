import { v } from "convex/values";
import { approvedMutation, approvedQuery, memberMutation, memberQuery } from "./functions";
import { endMatch, listMatches, listPendingLikes, respond as respondTo, showMatched } from "./model/matches";
import { recordLikesSeen } from "./model/news/likesSeen";
import { newsOf } from "./model/news/news";
import { markMatches } from "./model/news/unseen";
import { card, matchedCard, matchEntry, news as newsResult, swipeResult } from "./validators/common";

/** `before`: only entries from before that time (ms). A page passes the time when it was opened, so new entries do not rerun the list. */
const page = { limit: v.optional(v.number()), before: v.optional(v.number()) };

/** Returns the caller's matches, newest first. */
export const list = approvedQuery({
  args: page,
  returns: v.array(matchEntry),
  handler: async (ctx, args) => await listMatches(ctx, ctx.user._id, args),
});

/** Returns the cards of people whose like the caller has not answered, newest first. */
export const pendingLikes = memberQuery({
  args: page,
  returns: v.array(card),
  handler: async (ctx, args) => await listPendingLikes(ctx, ctx.me, args),
});

/**
 * Returns the whole card of one of the caller's matches. Throws the same NOT_FOUND for an unknown match, an ended one, and another pair's.
 */
export const person = memberQuery({
  args: { matchId: v.string() },
  returns: matchedCard,
  handler: async (ctx, { matchId }) => await showMatched(ctx, ctx.me, matchId),
});

/**
 * Returns the caller's unseen matches, and the matches and likes since a time (ms). `list` and `pendingLikes` return the earlier ones.
 * `counts`: adds the counts and the likes. With them, each new message reruns the query.
 */
export const news = memberQuery({
  args: { since: v.optional(v.number()), counts: v.optional(v.boolean()) },
  returns: newsResult,
  handler: async (ctx, args) => await newsOf(ctx, ctx.me, args),
});

/** Marks the popups of these matches as seen, a hundred at most. Unknown ids change nothing. */
export const markSeen = approvedMutation({
  args: { matchIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { matchIds }) => await markMatches(ctx, ctx.user._id, matchIds, "shown"),
});

/** Marks these matches as seen in the caller's list, a hundred at most. Unknown ids change nothing. */
export const markListed = approvedMutation({
  args: { matchIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { matchIds }) => await markMatches(ctx, ctx.user._id, matchIds, "listed"),
});

/** Marks the caller's pending likes as seen, up to now or up to a time in ms. */
export const markLikesSeen = approvedMutation({
  hasOwnLimit: true,
  args: { upTo: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { upTo }) => await recordLikesSeen(ctx, ctx.user._id, upTo),
});

/** Accepts or rejects a pending like. */
export const respond = memberMutation({
  args: { profileId: v.string(), accepted: v.boolean() },
  returns: swipeResult,
  handler: async (ctx, { profileId, accepted }) => await respondTo(ctx, ctx, profileId, accepted),
});

/** Ends one of the caller's matches for both people, for good. */
export const unmatch = approvedMutation({
  args: { matchId: v.string() },
  returns: v.null(),
  handler: async (ctx, { matchId }) => await endMatch(ctx, ctx.user._id, matchId),
});
