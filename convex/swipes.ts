/** The deck, and swipes. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { approvedQuery, memberMutation, memberQuery } from "./functions";
import { advance as advanceCursor, cursorOf, deckOf } from "./model/deck/cursor";
import { dealDeck } from "./model/deck/deal";
import { storeAtFestivalFirst } from "./model/deck/festival";
import { numberNext, SETTLED_MS } from "./model/deck/numbering";
import { openingSize } from "./model/quota";
import { swipe as swipeOnce } from "./model/swipes/swipes";
import { partFromAll } from "./model/swipes/partings";
import { removeSwipesBatch } from "./model/swipes/removal";
import { undoableSwipe, undoSwipe } from "./model/swipes/undo";
import { card, parting, swipeResult } from "./validators/common";

/**
 * Returns the next people, in order: twenty, or up to `limit` if that is fewer. `queued`: set for the first deal of a visit, which has as
 * many people as the caller may need first. It has one more for each of the `queued` unsent swipes. Fetch it without subscribing: a deck
 * changes whenever a member joins or leaves.
 */
export const deck = memberQuery({
  args: { limit: v.optional(v.number()), queued: v.optional(v.number()) },
  returns: v.object({ profiles: v.array(card), truncated: v.boolean() }),
  handler: async (ctx, { limit, queued }) => {
    const cursor = await cursorOf(ctx, ctx.me);
    const size = queued === undefined ? limit : (await openingSize(ctx, ctx.me, cursor.quota)) + queued;
    return await dealDeck(ctx, ctx.me, cursor, size);
  },
});

/** Moves the cursor of a truncated deck past people decided on long ago. Then fetch the deck again. */
export const advance = memberMutation({
  hasOwnLimit: true,
  args: {},
  returns: v.null(),
  handler: async (ctx) => await advanceCursor(ctx, ctx.me),
});

/** Likes or dislikes a person. A person outside the caller's deck is refused like an unknown id. */
export const swipe = memberMutation({
  hasOwnLimit: true,
  args: { profileId: v.string(), liked: v.boolean() },
  returns: swipeResult,
  handler: async (ctx, { profileId, liked }) => await swipeOnce(ctx, ctx, profileId, liked),
});

/** Returns the person of the caller's last swipe while it can be undone, or null. For a page that did not make that swipe. */
export const last = approvedQuery({
  args: {},
  returns: v.union(v.id("users"), v.null()),
  handler: async (ctx) => (await undoableSwipe(ctx, await deckOf(ctx, ctx.user._id)))?.to ?? null,
});

/**
 * Undoes the caller's last swipe, which must be on this person. Refused once it made a match or the other person has viewed their likes.
 * Idempotent.
 */
export const undo = memberMutation({
  hasOwnLimit: true,
  args: { profileId: v.string() },
  returns: v.null(),
  handler: async (ctx, { profileId }) => await undoSwipe(ctx, ctx, profileId),
});

/** Sets whether the caller's deck begins with people at the festival. */
export const setAtFestivalFirst = memberMutation({
  args: { wanted: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { wanted }) => await storeAtFestivalFirst(ctx, ctx.me, wanted),
});

/** Numbers deck entries that are new or have moved. */
export const numberNewcomers = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await numberNext(ctx, Date.now() - SETTLED_MS),
});

/** Carries the next partings of an earlier account over to its new account. */
export const partFromRest = internalMutation({
  args: { userId: v.id("users"), partings: v.array(parting) },
  returns: v.null(),
  handler: async (ctx, { userId, partings }) => await partFromAll(ctx, userId, partings),
});

/** Deletes the next batch of a deleted user's rows in decks, swipes and matches. */
export const removeBatch = internalMutation({
  args: { userId: v.id("users"), former: v.union(v.id("formerAccounts"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { userId, former }) => await removeSwipesBatch(ctx, userId, former),
});
