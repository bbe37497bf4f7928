import type { AuthTokenFetcher } from "convex/react";

/** So long until a token is asked for once more, unless the browser says sooner that its network is back. */
const PAUSE = 10_000;

/**
 * Asks for a token until the network lets an answer through. The client waits for it with its socket shut, and would leave
 * that shut for good after an error; so whoever was away for longer than a token lasts comes back by themselves.
 */
export function patient(fetchToken: AuthTokenFetcher): AuthTokenFetcher {
  return async (args) => {
    for (;;) {
      try {
        return await fetchToken(args);
      } catch (error) {
        // What `fetch` throws for a network that fails; a deployment that refuses is another error, and stays one.
        if (!(error instanceof TypeError)) throw error;
        await nextChance();
      }
    }
  };
}

function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = window.setTimeout(go, PAUSE);
    window.addEventListener("online", go);
  });
}
