import { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { tokenFor, type Doors } from "./accounts";
import { Fan } from "./fan";
import { peopleOf } from "./people";

/** What is needed to watch for newcomers. */
export interface FanOptions extends Pick<Doors, "convexUrl"> {
  moderator: { email: string; password: string };
  /** Of all demo people. */
  password: string;
  /** How many demo people there are; the fans are among them. */
  count: number;
  onError?: (error: unknown) => void;
}

/** Between the likes of two fans: a newcomer sees them come in one by one, and passwords are not hashed all at once. */
const PAUSE = 700;
/** Shorter than a token lasts. */
const RENEW = 12 * 3_600_000;

/**
 * Demo people who like every newcomer whom they may meet. Nothing of it is in the product: one live query says when somebody
 * was approved, then each fan opens their deck and likes everybody in it, as a keen person would.
 */
export function watchFans(options: FanOptions): { stop(): Promise<void> } {
  const account = (email: string) => ({ email, password: options.password });
  const fans = peopleOf(options.count).flatMap(({ fan, email }) => (fan ? [new Fan(options, account(email))] : []));
  if (fans.length === 0) return { stop: () => Promise.resolve() };
  const crowd = new Crowd(fans, options.onError);
  const client = new ConvexClient(options.convexUrl, { logger: false });
  client.setAuth(moderatorToken(options, crowd));
  const look = () => {
    void crowd.look();
  };
  client.onUpdate(api.moderator.stats, {}, look, (error) => {
    crowd.fail(error);
  });
  return {
    stop() {
      crowd.ended = true;
      return client.close();
    },
  };
}

/** The client asks again and again for a fresh one; the same will do for hours. */
function moderatorToken(options: FanOptions, crowd: Crowd): () => Promise<string | null> {
  let token: Promise<string> | undefined;
  let since = 0;
  return async () => {
    if (crowd.ended) return null;
    if (token === undefined || Date.now() - since > RENEW) {
      since = Date.now();
      token = tokenFor(options, "moderator", options.moderator);
    }
    return await token.catch((error: unknown) => {
      token = undefined;
      crowd.fail(error);
      return null;
    });
  };
}

class Crowd {
  readonly fans: readonly Fan[];
  readonly onError: ((error: unknown) => void) | undefined;
  ended = false;
  #again = false;
  #busy = false;

  constructor(fans: readonly Fan[], onError: ((error: unknown) => void) | undefined) {
    this.fans = fans;
    this.onError = onError;
  }

  /** One round at a time; people who are approved during it get another one. */
  async look(): Promise<void> {
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#again && !this.ended) {
      this.#again = false;
      for (const fan of this.fans) {
        if (this.ended) break;
        await fan
          .likeEverybody(() => this.ended)
          .catch((error: unknown) => {
            this.fail(error);
          });
        await new Promise((resolve) => setTimeout(resolve, PAUSE).unref());
      }
    }
    this.#busy = false;
  }

  /** While everything stops, a connection that breaks is no news. */
  fail(error: unknown): void {
    if (!this.ended) this.onError?.(error);
  }
}
