import type { AuthTokenFetcher, ConvexReactClient } from "convex/react";

export type AuthCallbacks = Parameters<ConvexReactClient["setAuth"]> extends [unknown, ...infer Rest] ? Rest : never;

/** What the app's provider passes to `setAuth`. */
type Provider = { fetchToken: AuthTokenFetcher; callbacks: AuthCallbacks };

/** A stored token that authenticates a client before the app's provider has rendered. Earlier events wait for the provider. */
export class EarlyToken {
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
