import { useEffect, useEffectEvent } from "react";
import { listen } from "../lib/events";

/** The open layers, lowest first. */
const openLayers: (() => void)[] = [];
let timer: number | undefined;
/**
 * Milliseconds before an unneeded history entry is removed. After closing, another sheet may need the entry, or the screen may change. Going
 * back at once would undo that change.
 */
const SETTLE_DELAY = 400;
/** Milliseconds to wait for the browser to go back. */
const MAX_GOING_BACK = 2_000;

/** Call once at page start. Removes history entries of layers that were open before a reload. */
export function handleBackButton(): void {
  window.addEventListener("popstate", closeAbove);
  settleSoon();
}

/**
 * Makes the browser's Back close the open layer instead of leaving the screen. Each open layer has a history entry with the screen's
 * address. Any other way of closing removes the entry.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const self = () => close();
    openLayers.push(self);
    settleSoon();
    return () => {
      openLayers.splice(openLayers.indexOf(self), 1);
      settleSoon();
    };
  }, [isOpen]);
}

export function hasOpenLayers(): boolean {
  return openLayers.length > 0;
}

/** After Back, closes layers without a history entry. Not after `goBack`, because layers opened since then get their entry later. */
function closeAbove() {
  if (goingBack !== null) return settleSoon();
  for (const close of openLayers.slice(countEntries()).reverse()) close();
  settleSoon();
}

/** Adds a missing entry at once. Removes an unneeded one after `SETTLE_DELAY`. */
function settleSoon() {
  window.clearTimeout(timer);
  timer = window.setTimeout(settle, openLayers.length > countEntries() ? 0 : SETTLE_DELAY);
}

function settle() {
  const missing = openLayers.length - countEntries();
  if (missing < 0) goBack(missing);
  for (let sheets = openLayers.length - missing + 1; sheets <= openLayers.length; sheets++) {
    window.history.pushState({ ...(window.history.state as object | null), sheets }, "");
  }
}

/** Pending while the browser goes back. It would undo a change of screen made during that time. */
let goingBack: Promise<void> | null = null;

function goBack(delta: number) {
  goingBack = new Promise((resolve) => {
    window.addEventListener("popstate", () => resolve(), { once: true });
    // A browser may drop the step. Links must not wait forever.
    window.setTimeout(resolve, MAX_GOING_BACK);
  });
  const stopDeferring = listen(window, "click", deferLink, { capture: true });
  void goingBack.then(() => {
    goingBack = null;
    stopDeferring();
  });
  window.history.go(delta);
}

/** Repeats a click on a link once the browser has gone back. */
function deferLink(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  void leaveLayers(() => link.dispatchEvent(new MouseEvent("click", event)));
}

/** Changes the screen once the browser has gone back from the layers' entries. Otherwise Back would lead to the screen that was left. */
export async function leaveLayers(change: () => void): Promise<void> {
  await goingBack;
  if (countEntries() > 0) goBack(-countEntries());
  await goingBack;
  change();
}

/** Returns the number of layers' entries up to the current one. */
function countEntries(): number {
  const state = window.history.state as { sheets?: number } | null;
  return state?.sheets ?? 0;
}
