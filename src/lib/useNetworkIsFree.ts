import { useEffect, useState } from "react";

/** How long a screen has the network for itself, in milliseconds. What it does not need to be seen is fetched after this. */
export const SCREEN_ALONE = 1_500;

/** Whether the screen has had the network for itself long enough. */
export function useNetworkIsFree(): boolean {
  const [isFree, setFree] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setFree(true), SCREEN_ALONE);
    return () => window.clearTimeout(timer);
  }, []);
  return isFree;
}
