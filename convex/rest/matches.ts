import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { forMember, type Endpoint } from "./endpoint";
import { withFestivalDays } from "./festivalDays";
import { asDate, asSwipeResult, cards, matches, swipeResult, withSecondNames } from "./shapes";

export const listMatches: Endpoint = forMember.returns(matches, {
  summary: "The caller's matches, newest first, a hundred at most.",
  fallback: "Failed to get matches",
  run: async ({ client }) => {
    const entries = await client.query(api.matches.list, {});
    return entries.map(({ matchId, createdAt, user }) => ({
      matchId,
      createdAt: asDate(createdAt),
      user: withSecondNames(user),
    }));
  },
});

export const pendingLikes: Endpoint = forMember.returns(cards, {
  summary: "People whose like the caller has not answered, newest first, a hundred at most.",
  fallback: "Failed to get pending likes",
  run: async ({ client }) =>
    await withFestivalDays(client, (await client.query(api.matches.pendingLikes, {})).map(withSecondNames)),
});

export const respondToLike: Endpoint = forMember.returns(swipeResult, {
  summary: "Accepts or rejects a pending like. Costs no swipe.",
  takes: bodies.respondToLike,
  fallback: "Failed to respond to like",
  refuses: [404, 409],
  run: async ({ client, body }) => asSwipeResult(await client.mutation(api.matches.respond, body)),
});

export const unmatch: Endpoint = forMember.returnsMessage("Successfully unmatched", {
  summary: "Ends a match for both people, permanently.",
  takes: bodies.unmatch,
  fallback: "Failed to unmatch",
  refuses: [404],
  run: async ({ client, body }) => await client.mutation(api.matches.unmatch, body),
});
