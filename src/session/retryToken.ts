import type { AuthTokenFetcher } from "convex/react";

/** The pause before the next try, unless the browser reports sooner that its network is back. */
const RETRY_PAUSE = 10_000;

/**
 * Asks for a token until the network lets an answer through. The client keeps its socket shut while it waits for a token,
 * and for good after an error. With this it reconnects by itself, even after longer offline than a token lasts.
 */
export function retryTokenFetch(fetchToken: AuthTokenFetcher): AuthTokenFetcher {
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
    const go = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = window.setTimeout(go, RETRY_PAUSE);
    window.addEventListener("online", go);
  });
}
