import { useEffect, useRef, type FocusEvent } from "react";
import { focusHeading, isFocusLost } from "./focusHeading";
import { focusPlace, focusPlaceOf, type FocusPlace } from "./focusPlace";

/**
 * Moves the focus when the focused part of a screen disappears: to the next entry of its list, or to the heading. Call it in a component
 * that stays, and spread the result on the element around the part, or on the part.
 */
export function useFocusAfterRemoval() {
  const lastFocused = useRef<{ element: Element; place: FocusPlace | null } | null>(null);
  useEffect(() => {
    if (lastFocused.current === null || lastFocused.current.element.isConnected) return;
    // A dialog about the entry gives the focus back when it closes.
    if (document.activeElement?.closest("[role=dialog]")) return;
    const { place } = lastFocused.current;
    lastFocused.current = null;
    if (!isFocusLost()) return;
    if (place === null) focusHeading();
    else focusPlace(place);
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      // A dialog opened from an entry is outside the list, but React bubbles its events here.
      if (target.closest("[role=dialog]") !== null) return;
      lastFocused.current = { element: target, place: focusPlaceOf(target) };
    },
  };
}
