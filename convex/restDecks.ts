/** REST: the deck, decisions, matches and reports. */
import type { ConvexHttpClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "./_generated/api";
import { endpoint, type Endpoint } from "./restEndpoint";
import { asDate, asSwipeAnswer, cards, done, matches, swipeAnswer, withSecondNames } from "./restShapes";
import * as bodies from "./shared/restBodies";

export const deck: Endpoint = endpoint({
  does: "The next people to decide about, in order, twenty at most. An empty list: nobody is left for now.",
  may: "member",
  gives: cards,
  otherwise: "Failed to get profiles",
  run: async ({ client }) => (await deal(client)).map(withSecondNames),
});

export const swipe: Endpoint = endpoint({
  does: "Likes or dislikes somebody of the deck. The same sent again gets the same answer and costs nothing.",
  may: "member",
  takes: bodies.swipe,
  gives: swipeAnswer,
  otherwise: "Failed to process swipe",
  refuses: [404, 409, 429],
  run: async ({ client, body }) => asSwipeAnswer(await client.mutation(api.swipes.swipe, body)),
});

export const listMatches: Endpoint = endpoint({
  does: "My matches, newest first, a hundred at most.",
  may: "member",
  gives: matches,
  otherwise: "Failed to get matches",
  run: async ({ client }) => {
    const found = await client.query(api.matches.list, {});
    return found.map(({ matchId, createdAt, user }) => ({
      matchId,
      createdAt: asDate(createdAt),
      user: withSecondNames(user),
    }));
  },
});

export const pendingLikes: Endpoint = endpoint({
  does: "Who likes me and has no answer yet, newest first, a hundred at most.",
  may: "member",
  gives: cards,
  otherwise: "Failed to get pending likes",
  run: async ({ client }) => (await client.query(api.matches.pendingLikes, {})).map(withSecondNames),
});

export const respondToLike: Endpoint = endpoint({
  does: "Accepts or rejects a pending like. Free.",
  may: "member",
  takes: bodies.respondToLike,
  gives: swipeAnswer,
  otherwise: "Failed to respond to like",
  refuses: [404, 409],
  run: async ({ client, body }) => asSwipeAnswer(await client.mutation(api.matches.respond, body)),
});

export const unmatch: Endpoint = endpoint({
  does: "Ends a match for both, for good.",
  may: "member",
  takes: bodies.unmatch,
  gives: done,
  otherwise: "Failed to unmatch",
  refuses: [404],
  run: async ({ client, body }) => {
    await client.mutation(api.matches.unmatch, body);
    return { message: "Successfully unmatched" };
  },
});

export const report: Endpoint = endpoint({
  does: "Tells the moderators about somebody and hides the two from each other. Once for a pair.",
  may: "member",
  takes: bodies.report,
  gives: done,
  otherwise: "Failed to submit report",
  refuses: [404, 429],
  run: async ({ client, body: { reportedUserId, reason } }) => {
    await client.mutation(api.reports.file, { reportedUserId, reason });
    return { message: "Report submitted successfully" };
  },
});

/** More than any walk past people decided long ago takes. */
const STEPS = 20;

async function deal(client: ConvexHttpClient): Promise<FunctionReturnType<typeof api.swipes.deck>["profiles"]> {
  for (let step = 0; step < STEPS; step++) {
    const { profiles, stuck } = await client.query(api.swipes.deck, {});
    if (!stuck) return profiles;
    await client.mutation(api.swipes.advance, {});
  }
  return (await client.query(api.swipes.deck, {})).profiles;
}
