import { ConvexReactClient, type AuthTokenFetcher } from "convex/react";

/** Returns a new connection to the deployment. Each kind of session has its own, so neither uses the other's token. */
export function newClient(): ConvexReactClient {
  return new RetryingClient(String(import.meta.env.VITE_CONVEX_URL), {
    // A token from the last visit is valid until it expires. Renewing it on every load would cost a round trip and a write.
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

/** Milliseconds before the next try, unless the browser reports sooner that its network is back. */
const RETRY_PAUSE = 10_000;

/**
 * Retries the fetch of a token until the deployment answers. The client's socket stays closed while it waits for a token, and for good after
 * an error. With retries it reconnects by itself, even if the token expired offline.
 */
function retryTokenFetch(fetchToken: AuthTokenFetcher): AuthTokenFetcher {
  return async (args) => {
    for (;;) {
      try {
        return await fetchToken(args);
      } catch (error) {
        // `fetch` throws a TypeError if the network fails. A refusal is another error and is not retried.
        if (!(error instanceof TypeError)) throw error;
        await pauseOrOnline();
      }
    }
  };
}

function pauseOrOnline(): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", proceed);
      resolve();
    };
    const timer = window.setTimeout(proceed, RETRY_PAUSE);
    window.addEventListener("online", proceed);
  });
}
