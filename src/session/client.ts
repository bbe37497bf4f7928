import { ConvexReactClient, type AuthTokenFetcher } from "convex/react";

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

/** The pause before the next try, unless the browser reports sooner that its network is back. */
const RETRY_PAUSE = 10_000;

/**
 * Asks for a token until the network lets an answer through. The client keeps its socket shut while it waits for a token,
 * and for good after an error. With this it reconnects by itself, even after longer offline than a token lasts.
 */
function retryTokenFetch(fetchToken: AuthTokenFetcher): AuthTokenFetcher {
  return async (args) => {
    for (;;) {
      try {
        return await fetchToken(args);
      } catch (error) {
        // `fetch` throws a TypeError when the network fails. A refusal of the deployment is another error and is not retried.
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
