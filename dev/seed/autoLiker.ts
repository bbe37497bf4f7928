import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { refusalOf } from "../../convex/shared/errors";
import { fetchDeck } from "../../convex/shared/fetchDeck";
import { clientFor, tokenFor, type Endpoints } from "./accounts";

/** A demo person who likes their whole deck. Signs in at the first use. */
export class AutoLiker {
  readonly endpoints: Pick<Endpoints, "convexUrl">;
  readonly account: { email: string; password: string };
  #client: ConvexHttpClient | undefined;

  constructor(endpoints: Pick<Endpoints, "convexUrl">, account: { email: string; password: string }) {
    this.endpoints = endpoints;
    this.account = account;
  }

  /** Likes every card until the deck is empty or `ended` returns true. */
  async likeEverybody(ended: () => boolean): Promise<void> {
    try {
      await this.#likeAll(ended);
    } catch (error) {
      if (refusalOf(error)?.code !== "UNAUTHENTICATED" || this.#client === undefined) throw error;
      // The session may have ended, after a day at most. Retries once with a new one.
      this.#client = undefined;
      await this.#likeAll(ended);
    }
  }

  async #likeAll(ended: () => boolean): Promise<void> {
    const client = (this.#client ??= clientFor(
      this.endpoints,
      await tokenFor(this.endpoints, "password", this.account),
    ));
    const fetch = () => client.query(api.swipes.deck, {});
    for (;;) {
      const { profiles } = await fetchDeck(fetch, () => client.mutation(api.swipes.advance, {}));
      if (profiles.length === 0) return;
      for (const { _id } of profiles) {
        if (ended()) return;
        await this.#like(client, _id);
      }
    }
  }

  async #like(client: ConvexHttpClient, profileId: string): Promise<void> {
    try {
      await client.mutation(api.swipes.swipe, { profileId, liked: true });
    } catch (error) {
      // The person left between the deck and the swipe.
      if (refusalOf(error)?.code !== "NOT_FOUND") throw error;
    }
  }
}
