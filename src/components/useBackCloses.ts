import { useEffect, useEffectEvent } from "react";

/** What is open over the screen, lowest first. */
const open: (() => void)[] = [];
let waiting: number | undefined;
/**
 * Closing may be followed by another sheet, which keeps the entry, or by another screen. Going back is not done at once, so
 * together with a change of screen it would undo that.
 */
const QUIET = 400;

/** To be called once, as the page starts: entries of what was open before a reload are taken away. */
export function followBack(): void {
  window.addEventListener("popstate", closeAbove);
  settleSoon();
}

/**
 * The browser's Back closes what is open over the screen, instead of leaving the screen. Each open sheet has an entry in the
 * browser's history with the address of the screen; closing it in another way takes the entry away again.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const self = () => close();
    open.push(self);
    settleSoon();
    return () => {
      open.splice(open.indexOf(self), 1);
      settleSoon();
    };
  }, [isOpen]);
}

/** Whether something is open over the screen. */
export function hasOpenLayers(): boolean {
  return open.length > 0;
}

/**
 * Somebody went back: what has no entry any more closes. Not so when it was this file that went back: what opened in the
 * meantime is yet to get its entry.
 */
function closeAbove() {
  if (goingBack !== null) return settleSoon();
  for (const close of open.slice(entries()).reverse()) close();
  settleSoon();
}

/** An entry that is needed is added at once; one that is not is taken away when nothing else moves. */
function settleSoon() {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(settle, open.length > entries() ? 0 : QUIET);
}

function settle() {
  const missing = open.length - entries();
  if (missing < 0) goBack(missing);
  for (let sheets = open.length - missing + 1; sheets <= open.length; sheets++) {
    window.history.pushState({ ...(window.history.state as object | null), sheets }, "");
  }
}

/** The browser goes back a little later, and so would undo a change of screen that is made in between. */
let goingBack: Promise<void> | null = null;

function goBack(by: number) {
  goingBack = new Promise((resolve) => window.addEventListener("popstate", () => resolve(), { once: true }));
  void goingBack.then(() => (goingBack = null));
  window.history.go(by);
}

/** Changes the screen where a sheet may just have closed: not while the browser is on its way back from the sheet's entry. */
export async function afterGoingBack(change: () => void): Promise<void> {
  await goingBack;
  change();
}

/** How many entries of sheets there are up to here. */
function entries(): number {
  const state = window.history.state as { sheets?: number } | null;
  return state?.sheets ?? 0;
}
