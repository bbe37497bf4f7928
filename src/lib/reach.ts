import { useConvex, type ConvexReactClient } from "convex/react";

/** How long an act waits for a connection that is just being made. */
const PATIENCE = 4_000;

/**
 * For acts that must not lie in wait: `await reach()` before the call throws when the deployment is out of reach, so that
 * somebody is told now and nothing is sent behind their back later.
 */
export function useReach(): () => Promise<void> {
  const convex = useConvex();
  return () => reached(convex);
}

async function reached(convex: ConvexReactClient): Promise<void> {
  if (convex.connectionState().isWebSocketConnected) return;
  await new Promise<void>((resolve, reject) => {
    const timer = window.setTimeout(() => {
      stop();
      reject(new Error("The deployment is out of reach"));
    }, PATIENCE);
    const stop = convex.subscribeToConnectionState(({ isWebSocketConnected }) => {
      if (!isWebSocketConnected) return;
      window.clearTimeout(timer);
      stop();
      resolve();
    });
  });
}
