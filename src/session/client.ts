import { ConvexReactClient, type AuthTokenFetcher } from "convex/react";
import { retryTokenFetch } from "./retryToken";

/** A connection to the deployment. Each kind of session has its own, so that neither ever uses the other's token. */
export function newClient(): ConvexReactClient {
  return new RetryingClient(String(import.meta.env.VITE_CONVEX_URL), {
    // A token from the last visit is good until it expires; renewing it on every load would cost a round trip and a write.
    initialAuthTokenReuse: true,
    unsavedChangesWarning: false,
  });
}

class RetryingClient extends ConvexReactClient {
  override setAuth(fetchToken: AuthTokenFetcher, ...rest: OnChange) {
    super.setAuth(retryTokenFetch(fetchToken), ...rest);
  }
}

type OnChange = Parameters<ConvexReactClient["setAuth"]> extends [unknown, ...infer Rest] ? Rest : never;
