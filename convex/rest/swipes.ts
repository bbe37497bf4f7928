import { api } from "../_generated/api";
import { fetchDeck } from "../shared/fetchDeck";
import * as bodies from "./bodies";
import { forMember, type Endpoint } from "./endpoint";
import { withFestivalDays } from "./festivalDays";
import { asSwipeResult, cards, swipeResult, withSecondNames } from "./shapes";

export const deck: Endpoint = forMember.returns(cards, {
  summary: "The next people to decide on, in order, twenty at most. An empty list means that no one is left for now.",
  fallback: "Failed to get profiles",
  run: async ({ client }) => {
    const fetch = () => client.query(api.swipes.deck, {});
    const { profiles } = await fetchDeck(fetch, () => client.mutation(api.swipes.advance, {}));
    return await withFestivalDays(client, profiles.map(withSecondNames));
  },
});

export const undo: Endpoint = forMember.returnsMessage("Swipe taken back", {
  summary:
    "Takes back the last swipe, unless it made a match or the other person has viewed their likes. The card is on top again. Idempotent.",
  takes: bodies.undo,
  fallback: "Failed to take back swipe",
  refuses: [404],
  run: async ({ client, body }) => await client.mutation(api.swipes.undo, body),
});

export const swipe: Endpoint = forMember.returns(swipeResult, {
  summary: "Likes or dislikes a person in the deck. Idempotent: the same swipe again costs nothing.",
  takes: bodies.swipe,
  fallback: "Failed to process swipe",
  refuses: [404, 409],
  run: async ({ client, body }) => asSwipeResult(await client.mutation(api.swipes.swipe, body)),
});
