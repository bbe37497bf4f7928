import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { refusalOf } from "../../convex/shared/errors";
import { fetchDeck } from "../../convex/shared/fetchDeck";
import { clientFor, tokenFor, type Doors } from "./accounts";

/** One demo person who likes everybody they are dealt. Signs in when there is first something to do. */
export class Fan {
  readonly doors: Pick<Doors, "convexUrl">;
  readonly account: { email: string; password: string };
  #client: ConvexHttpClient | undefined;

  constructor(doors: Pick<Doors, "convexUrl">, account: { email: string; password: string }) {
    this.doors = doors;
    this.account = account;
  }

  /** Goes through the deck until it is empty, or until `ended`. */
  async likeEverybody(ended: () => boolean): Promise<void> {
    try {
      await this.#goThrough(ended);
    } catch (error) {
      if (refusalOf(error)?.code !== "UNAUTHENTICATED" || this.#client === undefined) throw error;
      // The session is over, after a day at the latest: once more with a new one.
      this.#client = undefined;
      await this.#goThrough(ended);
    }
  }

  async #goThrough(ended: () => boolean): Promise<void> {
    const client = (this.#client ??= clientFor(this.doors, await tokenFor(this.doors, "password", this.account)));
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
      // They went between deck and swipe: nobody to like any more.
      if (refusalOf(error)?.code !== "NOT_FOUND") throw error;
    }
  }
}
