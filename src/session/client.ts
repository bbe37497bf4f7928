import { ConvexReactClient, type AuthTokenFetcher } from "convex/react";
import { ConvexError } from "convex/values";
import { refusalOf } from "../../convex/shared/errors";
import { after, listen } from "../lib/events";
import { sessionIdOf } from "./storedSession";

/** Returns a new connection to the deployment. Each kind of session has its own, so neither uses the other's token. */
export function newClient(): Client {
  return new Client(String(import.meta.env.VITE_CONVEX_URL), {
    // A token from the last visit is valid until it expires. Renewing it on every load would cost a round trip and a write.
    initialAuthTokenReuse: true,
    unsavedChangesWarning: false,
  });
}

/** A client that retries the fetch of a token, and that may authenticate before the app has rendered. */
export class Client extends ConvexReactClient {
  #early: EarlyToken | null = null;

  /** True if it has authenticated early, and for this session: another tab may have changed it since. */
  isEarlyFor(session: string | null): boolean {
    return this.#early !== null && sessionIdOf(this.#early.token) === session;
  }

  /** Authenticates with a stored token, before the app's provider calls `setAuth`. */
  authenticateEarly(token: string): void {
    this.#early = new EarlyToken(token);
    const { fetchToken, onChange, onRefreshChange } = this.#early;
    super.setAuth(fetchToken, onChange, onRefreshChange);
  }

  override setAuth(fetchToken: AuthTokenFetcher, ...callbacks: AuthCallbacks): void {
    void this.#setAuth(retryTokenFetch(fetchToken), callbacks);
  }

  override clearAuth(): void {
    this.#early = null;
    super.clearAuth();
  }

  /** Does not authenticate again with the same token, because every query would run twice. */
  async #setAuth(fetchToken: AuthTokenFetcher, callbacks: AuthCallbacks): Promise<void> {
    if (this.#early !== null && (await this.#early.passTo(fetchToken, ...callbacks))) return;
    this.#early = null;
    super.setAuth(fetchToken, ...callbacks);
  }
}

/** Milliseconds. The pause before the next try, unless the deployment names another one. */
const RETRY_PAUSE = 10_000;

/**
 * Retries the fetch of a token until the deployment responds. While the client waits for a token, and after an error, its socket stays
 * closed. With retries it reconnects on its own, even if the token expired offline.
 */
function retryTokenFetch(fetchToken: AuthTokenFetcher): AuthTokenFetcher {
  return async (args) => {
    for (;;) {
      try {
        return await fetchToken(args);
      } catch (error) {
        const refusal = refusalOf(error);
        // A refusal is final, except a limit's. Other errors are a lost network or a fault, such as a proxy's answer during a restart.
        if (error instanceof ConvexError && refusal?.code !== "TOO_MANY_TRIES") throw error;
        await pauseOrOnline(refusal?.retryAfter ?? RETRY_PAUSE);
      }
    }
  };
}

/** Resolves after `ms` milliseconds, or sooner if the browser reports that its network is back. */
function pauseOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      for (const stop of stops) stop();
      resolve();
    };
    const stops = [after(ms, proceed), listen(window, "online", proceed)];
  });
}

type AuthCallbacks = Parameters<ConvexReactClient["setAuth"]> extends [unknown, ...infer Rest] ? Rest : never;

/** What the app's provider passes to `setAuth`. */
type Provider = { fetchToken: AuthTokenFetcher; callbacks: AuthCallbacks };

/** A stored token that authenticates a client before the app's provider has rendered. Earlier events wait for the provider. */
class EarlyToken {
  readonly token: string;
  #take: (provider: Provider) => void = () => undefined;
  readonly #provider = new Promise<Provider>((resolve) => (this.#take = resolve));

  constructor(token: string) {
    this.token = token;
  }

  /** Continues with the provider. Returns false if that has another token by now. */
  async passTo(fetchToken: AuthTokenFetcher, ...callbacks: AuthCallbacks): Promise<boolean> {
    if ((await fetchToken({ forceRefreshToken: false })) !== this.token) return false;
    this.#take({ fetchToken, callbacks });
    return true;
  }

  readonly fetchToken: AuthTokenFetcher = async (args) =>
    args.forceRefreshToken ? await (await this.#provider).fetchToken(args) : this.token;

  readonly onChange = async (isAuthenticated: boolean): Promise<void> => {
    const [onChange] = (await this.#provider).callbacks;
    onChange?.(isAuthenticated);
  };

  readonly onRefreshChange = async (isRefreshing: boolean): Promise<void> => {
    const [, onRefreshChange] = (await this.#provider).callbacks;
    onRefreshChange?.(isRefreshing);
  };
}
