import { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { refusalOf } from "../../convex/shared/errors";
import { fetchDeck } from "../../convex/shared/fetchDeck";
import { clientFor, tokenFor, type Endpoints } from "./accounts";
import { peopleOf } from "./people";

export interface AutoLikerOptions extends Pick<Endpoints, "convexUrl"> {
  moderator: { email: string; password: string };
  /** The password of all demo people. */
  password: string;
  /** Number of demo people. Some of them like every newcomer. */
  count: number;
  onError?: (error: unknown) => void;
}

type GetToken = () => Promise<string>;

/** Milliseconds between two people's likes. Likes arrive one by one, and sign-ins do not all hash at the same time. */
const PAUSE = 700;
/** Milliseconds until a new token, before the old one expires. */
const TOKEN_LIFETIME = 12 * 3_600_000;

/**
 * Lets some demo people like every newcomer, so that a first evening has matches. Uses only public functions. After each approval, which a
 * live query shows, they like their whole decks.
 */
export function startAutoLikers(options: AutoLikerOptions): { stop(): Promise<void> } {
  const { password } = options;
  const people = peopleOf(options.count).filter(({ likesEverybody }) => likesEverybody);
  if (people.length === 0) return { stop: () => Promise.resolve() };
  const likers = people.map(({ email }) => cached(() => tokenFor(options, "password", { email, password })));
  const rounds = new Rounds(options, likers);
  const client = new ConvexClient(options.convexUrl, { logger: false });
  const moderatorToken = cached(() => tokenFor(options, "moderator", options.moderator));
  client.setAuth(async () => {
    if (rounds.ended) return null;
    return await moderatorToken().catch((error: unknown) => (rounds.fail(error), null));
  });
  client.onUpdate(
    api.moderator.stats,
    {},
    () => void rounds.run(),
    (error) => rounds.fail(error),
  );
  return {
    stop() {
      rounds.ended = true;
      return client.close();
    },
  };
}

/** Returns a getter of the same token for hours, because signing in is slow and clients ask for it often. */
function cached(signIn: GetToken): GetToken {
  let token: Promise<string> | undefined;
  let tokenSince = 0;
  return async () => {
    if (token === undefined || Date.now() - tokenSince > TOKEN_LIFETIME) {
      tokenSince = Date.now();
      token = signIn();
    }
    return await token.catch((error: unknown) => {
      token = undefined;
      throw error;
    });
  };
}

class Rounds {
  readonly #options: AutoLikerOptions;
  readonly #likers: GetToken[];
  ended = false;
  #isRequested = false;
  #busy = false;

  constructor(options: AutoLikerOptions, likers: GetToken[]) {
    this.#options = options;
    this.#likers = likers;
  }

  /** Runs rounds one at a time. An approval during a round starts another one. */
  async run(): Promise<void> {
    this.#isRequested = true;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#isRequested && !this.ended) {
      this.#isRequested = false;
      for (const getToken of this.#likers) {
        if (this.ended) break;
        await this.#likeEverybody(getToken).catch((error: unknown) => this.fail(error));
        await new Promise((resolve) => setTimeout(resolve, PAUSE).unref());
      }
    }
    this.#busy = false;
  }

  /** Reports an error, except after `stop`, when broken connections are expected. */
  fail(error: unknown): void {
    if (!this.ended) this.#options.onError?.(error);
  }

  /** Likes every card of one person's deck. */
  async #likeEverybody(getToken: GetToken): Promise<void> {
    const client = clientFor(this.#options, await getToken());
    const fetch = () => client.query(api.swipes.deck, {});
    for (;;) {
      const { profiles } = await fetchDeck(fetch, () => client.mutation(api.swipes.advance, {}));
      if (profiles.length === 0) return;
      for (const { _id } of profiles) {
        if (this.ended) return;
        await client.mutation(api.swipes.swipe, { profileId: _id, liked: true }).catch((error: unknown) => {
          // The person left between the deck and the swipe.
          if (refusalOf(error)?.code !== "NOT_FOUND") throw error;
        });
      }
    }
  }
}
