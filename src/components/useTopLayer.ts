import { useLayoutEffect, type RefObject } from "react";
import { afterPaint, isComposed } from "../lib/events";
import { focusHeading, isFocusLost } from "../lib/focusHeading";
import { focusPlace, focusPlaceOf, type FocusPlace } from "../lib/focusPlace";
import { TOASTS_ID } from "../lib/toast";
import { useListen } from "../lib/useListen";

/** The layers on the page, lowest first. One that fades out is still among them. */
const shownLayers: Element[] = [];
const CONTROLS = "a[href], button, input, select, textarea, [tabindex='0']";

/** Keeps the focus in a layer while it is open, and returns it. Only the topmost layer and the toasts can be used. */
export function useTopLayer(
  container: RefObject<HTMLDivElement | null>,
  initialFocus: RefObject<HTMLElement | null> | undefined,
  close: () => void,
) {
  useLayoutEffect(() => {
    const layer = container.current;
    if (layer === null) return;
    const returnFocus = focusReturn();
    shownLayers.push(layer);
    // On a small screen the focused button may be below the fold, and a layer opens at its top.
    (initialFocus?.current ?? controlsOf(layer).find((control) => !control.matches("a")))?.focus({
      preventScroll: true,
    });
    const releaseFocus = keepFocus(layer);
    // The browser then computes the styles of the whole page. The person sees the layer before.
    const stopWaiting = afterPaint(disableOthers);
    return () => {
      stopWaiting();
      releaseFocus();
      shownLayers.splice(shownLayers.indexOf(layer), 1);
      disableOthers();
      // By then the layer has been removed, and the focus is lost.
      queueMicrotask(returnFocus);
    };
  }, [container, initialFocus]);

  useListen(document, "keydown", (event) => {
    const layer = container.current;
    if (layer === null || layer !== shownLayers.at(-1)) return;
    if (event.key === "Tab") cycleFocus(event, layer);
    if (event.key === "Escape" && !isComposed(event)) close();
  });
}

function disableOthers() {
  const top = shownLayers.at(-1);
  const { style } = document.documentElement;
  // The page keeps its width without the scroll bar.
  if (top === undefined) style.scrollbarGutter = "";
  else if (window.innerWidth > document.documentElement.clientWidth) style.scrollbarGutter = "stable";
  style.overflow = top === undefined ? "" : "hidden";
  for (const element of document.body.children) {
    if (element.id === TOASTS_ID) continue;
    const isDisabled = top !== undefined && element !== top;
    element.toggleAttribute("inert", isDisabled);
    // For tools that do not know inert.
    if (isDisabled) element.setAttribute("aria-hidden", "true");
    else element.removeAttribute("aria-hidden");
  }
}

function controlsOf(layer: Element): HTMLElement[] {
  const controls = [...layer.querySelectorAll<HTMLElement>(CONTROLS)];
  return controls.filter(
    (control) => control.tabIndex >= 0 && !control.matches(":disabled") && control.checkVisibility(),
  );
}

/** Makes Tab wrap from the last control to the first, and Shift+Tab from the first to the last. */
function cycleFocus(event: KeyboardEvent, layer: Element) {
  const controls = controlsOf(layer);
  const [end, start] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== end) return;
  event.preventDefault();
  start?.focus();
}

/** Focuses the dialog when the focused element disappears from it. Returns how to stop. */
function keepFocus(layer: Element): () => void {
  const focusDialog = () => {
    if (isFocusLost()) layer.querySelector<HTMLElement>("[role=dialog]")?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(focusDialog);
  observer.observe(layer, { childList: true, subtree: true });
  focusDialog();
  return () => observer.disconnect();
}

/** What had the focus when a layer opened, and its place in a list. `below`: the same of the layer that it opened over or replaced. */
type Opening = { focused: Element | null; place: FocusPlace | null; below: Opening | null; isClosed: boolean };

/** The latest layer's, while it is open. */
let latestOpening: Opening | null = null;

/**
 * Remembers which element has the focus. Returns a function that puts the focus back: on the element, near it if its list has lost it, or
 * else on the title.
 */
function focusReturn(): () => void {
  const focused = document.activeElement;
  const opening: Opening = { focused, place: focusPlaceOf(focused), below: latestOpening, isClosed: false };
  latestOpening = opening;
  return () => {
    opening.isClosed = true;
    while (latestOpening?.isClosed) latestOpening = latestOpening.below;
    for (let next: Opening | null = opening; next !== null && isFocusLost(); next = next.below) {
      if (next.focused instanceof HTMLElement) next.focused.focus();
      if (next.place !== null && isFocusLost()) focusPlace(next.place);
    }
    if (isFocusLost()) focusHeading();
  };
}
