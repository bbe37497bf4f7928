import { useConvex, type ConvexReactClient } from "convex/react";

/** How long an act puts up with a connection that is away. */
const PATIENCE = 4_000;

/**
 * For acts that must not lie in wait: `within(() => call(…))` fails when the deployment is out of reach, before the call or
 * while it is on its way. So somebody is told within seconds, and what could not be sent is not sent behind their back later.
 */
export function useReach() {
  const convex = useConvex();
  return <T>(call: () => Promise<T>): Promise<T> => withinReach(convex, call);
}

async function withinReach<T>(convex: ConvexReactClient, call: () => Promise<T>): Promise<T> {
  const watch = watchConnection(convex);
  try {
    await Promise.race([watch.connected, watch.lost]);
    return await Promise.race([call(), watch.lost]);
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
