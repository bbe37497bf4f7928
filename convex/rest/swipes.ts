/** REST: the deck and decisions. */
import type { ConvexHttpClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { endpoint, type Endpoint } from "./endpoint";
import { asSwipeAnswer, cards, swipeAnswer, withSecondNames } from "./shapes";

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
