/** A slow line belongs to what the screen shows. Whatever is fetched ahead waits until that is there. */
import { useEffect, useState } from "react";

/** For this long, in milliseconds, no screen has needed the network: then it is free for what comes next. */
export const SCREEN_ALONE = 1_500;
/** Something that does not come keeps the rest waiting for this long, in milliseconds. */
const LONGEST = 15_000;

let holders = 0;
let timer: number | undefined;
const waiting = new Set<() => void>();

/** Keeps the network for what the screen shows, until the answer is called. */
export function holdNetwork(): () => void {
  holders += 1;
  window.clearTimeout(timer);
  const release = () => {
    window.clearTimeout(longest);
    if (isHeld) holders -= 1;
    isHeld = false;
    if (holders === 0) restart();
  };
  let isHeld = true;
  const longest = window.setTimeout(release, LONGEST);
  return release;
}

/** Acts once, as soon as the network is free. Answers how to stop waiting for that. */
export function whenNetworkIsFree(act: () => void): () => void {
  waiting.add(act);
  if (holders === 0) restart();
  return () => void waiting.delete(act);
}

/** Keeps the network while a screen still loads what it shows. */
export function useHeldNetwork(isLoading: boolean): void {
  useEffect(() => (isLoading ? holdNetwork() : undefined), [isLoading]);
}

/** Whether the network has been free since this was shown. */
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
  }, SCREEN_ALONE);
}
