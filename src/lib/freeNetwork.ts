/** On a slow network the visible screen loads first. Prefetches wait until it is complete. */
import { useEffect, useState } from "react";

/** Milliseconds without a loading screen after which the network counts as free. */
export const NETWORK_FREE_DELAY = 1_500;
/** Milliseconds after which a hold ends on its own, if the content it waits for never loads. */
const MAX_HOLD = 15_000;

let holders = 0;
let timer: number | undefined;
const waiting = new Set<() => void>();

/** Delays prefetches. Returns how to release them. */
export function holdNetwork(): () => void {
  holders += 1;
  window.clearTimeout(timer);
  const release = () => {
    window.clearTimeout(timeout);
    if (isHeld) holders -= 1;
    isHeld = false;
    if (holders === 0) restart();
  };
  let isHeld = true;
  const timeout = window.setTimeout(release, MAX_HOLD);
  return release;
}

/** Runs `act` once, as soon as the network is free. Returns how to cancel. */
export function whenNetworkIsFree(act: () => void): () => void {
  waiting.add(act);
  if (holders === 0) restart();
  return () => void waiting.delete(act);
}

/** Delays prefetches while a screen loads. */
export function useHeldNetwork(isLoading: boolean): void {
  useEffect(() => (isLoading ? holdNetwork() : undefined), [isLoading]);
}

/** True from the first time on that the network is free after this component was shown. */
export function useNetworkIsFree(): boolean {
  const [isFree, setFree] = useState(false);
  useEffect(() => whenNetworkIsFree(() => setFree(true)), []);
  return isFree;
}

function restart() {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    const acts = [...waiting];
    waiting.clear();
    for (const act of acts) act();
  }, NETWORK_FREE_DELAY);
}
