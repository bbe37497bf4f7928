import { useConvex, type ConvexReactClient } from "convex/react";

/** How long an act puts up with a connection that is away. */
const PATIENCE = 4_000;

/**
 * For acts that somebody waits for: `callWithTimeout(() => call(…))` fails within seconds when the deployment is out of reach. Before
 * the call, nothing is sent later behind their back. While the call is on its way it fails as `Unanswered`.
 */
export function useCallWithTimeout() {
  const convex = useConvex();
  return <T>(call: () => Promise<T>): Promise<T> => withinReach(convex, call);
}

/** The connection went before the answer came: nobody knows yet whether the act is done. */
export class Unanswered extends Error {
  /** Settles once the connection is back: Convex then sends a mutation again by itself, for once only, and an action fails. */
  readonly answer: Promise<unknown>;

  constructor(answer: Promise<unknown>) {
    super("The deployment is out of reach");
    this.answer = answer;
  }
}

async function withinReach<T>(convex: ConvexReactClient, call: () => Promise<T>): Promise<T> {
  const watch = watchConnection(convex);
  try {
    await Promise.race([watch.connected, watch.lost]);
    const answer = call();
    const unanswered = watch.lost.catch(() => Promise.reject(new Unanswered(answer)));
    return await Promise.race([answer, unanswered]);
  } finally {
    watch.stop();
  }
}

/** `connected` resolves with the first connection; `lost` rejects once there has been none for as long as one may wait. */
function watchConnection(convex: ConvexReactClient) {
  let stop = (): void => undefined;
  let connected = Promise.resolve();
  const lost = new Promise<never>((_, reject) => {
    let timer: number | undefined;
    connected = new Promise((resolve) => {
      const look = (isConnected: boolean): void => {
        if (!isConnected) {
          timer ??= window.setTimeout(() => reject(new Error("The deployment is out of reach")), PATIENCE);
          return;
        }
        window.clearTimeout(timer);
        timer = undefined;
        resolve();
      };
      const leave = convex.subscribeToConnectionState((state) => look(state.isWebSocketConnected));
      stop = () => {
        leave();
        window.clearTimeout(timer);
      };
      look(convex.connectionState().isWebSocketConnected);
    });
  });
  return { connected, lost, stop };
}
