import { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { tokenFor, type Endpoints } from "./accounts";
import { AutoLiker } from "./autoLiker";
import { peopleOf } from "./people";

export interface AutoLikerOptions extends Pick<Endpoints, "convexUrl"> {
  moderator: { email: string; password: string };
  /** The password of all demo people. */
  password: string;
  /** Number of demo people. Some of them like every newcomer. */
  count: number;
  onError?: (error: unknown) => void;
}

/** Milliseconds between two people's likes. Likes arrive one by one, and sign-ins do not all hash at once. */
const PAUSE = 700;
/** Milliseconds until a new token, before the old one expires. */
const TOKEN_LIFETIME = 12 * 3_600_000;

/**
 * Lets some demo people like every newcomer, so that a first evening has matches. Uses only public functions. After each approval, which a
 * live query shows, they like their whole decks.
 */
export function startAutoLikers(options: AutoLikerOptions): { stop(): Promise<void> } {
  const account = (email: string) => ({ email, password: options.password });
  const people = peopleOf(options.count).filter(({ likesEverybody }) => likesEverybody);
  if (people.length === 0) return { stop: () => Promise.resolve() };
  const rounds = new Rounds(
    people.map(({ email }) => new AutoLiker(options, account(email))),
    options.onError,
  );
  const client = new ConvexClient(options.convexUrl, { logger: false });
  client.setAuth(moderatorToken(options, rounds));
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

/** Returns the client's token getter. It returns the same token for hours, because signing in is slow and clients call it often. */
function moderatorToken(options: AutoLikerOptions, rounds: Rounds): () => Promise<string | null> {
  let token: Promise<string> | undefined;
  let tokenSince = 0;
  return async () => {
    if (rounds.ended) return null;
    if (token === undefined || Date.now() - tokenSince > TOKEN_LIFETIME) {
      tokenSince = Date.now();
      token = tokenFor(options, "moderator", options.moderator);
    }
    return await token.catch((error: unknown) => {
      token = undefined;
      rounds.fail(error);
      return null;
    });
  };
}

class Rounds {
  readonly likers: readonly AutoLiker[];
  readonly onError: ((error: unknown) => void) | undefined;
  ended = false;
  #isRequested = false;
  #busy = false;

  constructor(likers: readonly AutoLiker[], onError: ((error: unknown) => void) | undefined) {
    this.likers = likers;
    this.onError = onError;
  }

  /** Runs rounds one at a time. An approval during a round starts another one. */
  async run(): Promise<void> {
    this.#isRequested = true;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#isRequested && !this.ended) {
      this.#isRequested = false;
      for (const liker of this.likers) {
        if (this.ended) break;
        await liker.likeEverybody(() => this.ended).catch((error: unknown) => this.fail(error));
        await new Promise((resolve) => setTimeout(resolve, PAUSE).unref());
      }
    }
    this.#busy = false;
  }

  /** Reports an error, except after `stop`, when broken connections are expected. */
  fail(error: unknown): void {
    if (!this.ended) this.onError?.(error);
  }
}
