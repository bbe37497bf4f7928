import { useEffect, useRef, type FocusEvent } from "react";
import { focusHeading, isFocusLost } from "./focusHeading";
import { focusPlace, focusPlaceOf, type FocusPlace } from "./focusPlace";

/**
 * Keeps the focus if the focused part of a screen disappears. It moves to the next entry of the list, or to the heading. Call it in a
 * component that stays, and spread the result on the element around the part, or on the part.
 */
export function useFocusAfterRemoval() {
  const lastFocused = useRef<{ element: Element; place: FocusPlace | null } | null>(null);
  useEffect(() => {
    if (lastFocused.current === null || lastFocused.current.element.isConnected || !isFocusLost()) return;
    const { place } = lastFocused.current;
    lastFocused.current = null;
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
