import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { memberMutation, memberQuery } from "./functions";
import { dealDeck } from "./model/deckDeal";
import { advance as advanceWalk } from "./model/deckWalk";
import { swipe as swipeOnce } from "./model/swipes";
import { forgetPerson } from "./model/swipesRemoval";
import { card, swipeAnswer } from "./validators";

/** The next 20 at most, in order. Fetch it: a subscription would follow everybody's comings and goings. */
export const deck = memberQuery({
  args: {},
  returns: v.object({ profiles: v.array(card), stuck: v.boolean() }),
  handler: async (ctx) => await dealDeck(ctx, ctx.me),
});

/** For a stuck deck: moves past people decided long ago. Then fetch the deck again. */
export const advance = memberMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await advanceWalk(ctx, ctx.me);
    return null;
  },
});

/** Any text is taken as an id: one that names nobody for my deck is refused like an unknown one. */
export const swipe = memberMutation({
  args: { profileId: v.string(), liked: v.boolean() },
  returns: swipeAnswer,
  handler: async (ctx, { profileId, liked }) => await swipeOnce(ctx, ctx.me, profileId, liked),
});

/** The next batch of somebody's removal. */
export const forget = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await forgetPerson(ctx, userId);
    return null;
  },
});
