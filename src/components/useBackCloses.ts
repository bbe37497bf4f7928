import { useEffect, useEffectEvent } from "react";

/** The open layers, lowest first. */
const open: (() => void)[] = [];
let waiting: number | undefined;
/**
 * Milliseconds. Closing may be followed by another sheet, which keeps the entry, or by another screen. Going back at once would undo a
 * change of screen, so it waits.
 */
const QUIET = 400;

/** Call once at page start. Removes history entries of layers that were open before a reload. */
export function followBack(): void {
  window.addEventListener("popstate", closeAbove);
  settleSoon();
}

/**
 * Makes the browser's Back close the open layer instead of leaving the screen. Each open sheet has a history entry with the screen's
 * address. Closing it otherwise removes the entry.
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

export function hasOpenLayers(): boolean {
  return open.length > 0;
}

/**
 * After Back: closes layers without a history entry. Skipped if this file went back, because layers opened meanwhile get their entry later.
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
  window.addEventListener("click", holdLink, { capture: true });
  void goingBack.then(() => {
    goingBack = null;
    window.removeEventListener("click", holdLink, { capture: true });
  });
  window.history.go(by);
}

/** Repeats a click on a link once the browser has gone back. */
function holdLink(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  void afterGoingBack(() => link.dispatchEvent(new MouseEvent("click", event)));
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
