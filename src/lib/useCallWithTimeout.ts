import { useConvex, type ConvexReactClient } from "convex/react";
import { OutOfReach } from "./errors";

/** How long a call may be without a connection before it fails. */
const OFFLINE_TIMEOUT = 4_000;

/**
 * For calls that somebody waits for: `callWithTimeout(() => call(…))` fails within seconds when the deployment is out of
 * reach. When it fails before the call, nothing is sent later. When it fails during the call, it rejects with `Unanswered`.
 */
export function useCallWithTimeout() {
  const convex = useConvex();
  return <T>(call: () => Promise<T>): Promise<T> => callWithTimeout(convex, call);
}

/** The connection was lost before the answer came: nobody knows yet whether the call took effect. */
export class Unanswered extends OutOfReach {
  /** Settles when the connection is back: Convex then repeats a mutation by itself, exactly once, and an action fails. */
  readonly answer: Promise<unknown>;

  constructor(answer: Promise<unknown>) {
    super();
    this.answer = answer;
  }
}

async function callWithTimeout<T>(convex: ConvexReactClient, call: () => Promise<T>): Promise<T> {
  const connection = watchConnection(convex);
  try {
    await Promise.race([connection.opened, connection.lost]);
    const answer = call();
    const unanswered = connection.lost.catch(() => Promise.reject(new Unanswered(answer)));
    return await Promise.race([answer, unanswered]);
  } finally {
    connection.stopWatching();
  }
}

/** `opened` resolves with the first connection; `lost` rejects once there has been none for `OFFLINE_TIMEOUT`. */
function watchConnection(convex: ConvexReactClient) {
  let stopWatching = (): void => undefined;
  let opened = Promise.resolve();
  const lost = new Promise<never>((_, reject) => {
    let timer: number | undefined;
    opened = new Promise((resolve) => {
      const check = (isConnected: boolean): void => {
        if (!isConnected) {
          timer ??= window.setTimeout(() => reject(new OutOfReach()), OFFLINE_TIMEOUT);
          return;
        }
        window.clearTimeout(timer);
        timer = undefined;
        resolve();
      };
      const unsubscribe = convex.subscribeToConnectionState((state) => check(state.isWebSocketConnected));
      stopWatching = () => {
        unsubscribe();
        window.clearTimeout(timer);
      };
      check(convex.connectionState().isWebSocketConnected);
    });
  });
  return { opened, lost, stopWatching };
}
