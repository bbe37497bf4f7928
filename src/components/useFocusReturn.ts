import { useRef, type RefObject } from "react";
import { focusPlace, focusPlaceOf, isFocusLost, type FocusPlace } from "../lib/focusPlace";

/** Where the focus was when a dialog opened; `origin` is the last such element outside of all dialogs, `place` where it stood. */
type Opening = { focused: Element | null; origin: Element | null; place: FocusPlace | null };

/** The dialog that opened last and is still open: one that takes its place returns the focus where this one would have. */
let latest: Opening | null = null;

/**
 * Handlers for `Dialog.Content`: the focus starts at `start`, if given, and returns to where it was before the dialog
 * opened, or near it when that is gone from its list. Radix returns it only to a trigger of its own, which our dialogs do not
 * have.
 */
export function useFocusReturn(start?: RefObject<HTMLElement | null>) {
  const opening = useRef<Opening | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      const focused = document.activeElement;
      const isFirst = isOnScreen(focused);
      const origin = isFirst ? focused : (latest?.origin ?? null);
      latest = { focused, origin, place: isFirst ? focusPlaceOf(focused) : (latest?.place ?? null) };
      opening.current = latest;
      if (!start?.current) return;
      event.preventDefault();
      start.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { focused, origin, place } = opening.current ?? { focused: null, origin: null, place: null };
      if (latest === opening.current) latest = null;
      const back = focused?.isConnected && focused !== document.body ? focused : origin;
      if (back instanceof HTMLElement) back.focus();
      if (place !== null && isFocusLost()) focusPlace(place);
    },
  };
}

function isOnScreen(focused: Element | null): boolean {
  return focused !== null && focused !== document.body && focused.closest("[role=dialog]") === null;
}
