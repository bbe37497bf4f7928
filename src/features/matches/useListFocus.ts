import { useEffect, useRef, type FocusEvent } from "react";
import { isFocusLost } from "../../lib/focusHeading";
import { focusPlace, focusPlaceOf, type FocusPlace } from "../../lib/focusPlace";

/**
 * Keeps the focus in lists whose entries may disappear. It moves to the next entry, or to the heading. Call it in the component that reads
 * the lists, and spread the result on the element around them.
 */
export function useListFocus() {
  const lastFocused = useRef<{ element: Element; place: FocusPlace } | null>(null);
  useEffect(() => {
    if (lastFocused.current === null || lastFocused.current.element.isConnected || !isFocusLost()) return;
    focusPlace(lastFocused.current.place);
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      const place = focusPlaceOf(target);
      // A dialog opened from an entry is outside the list, but React bubbles its events here.
      if (target.closest("[role=dialog]") === null) lastFocused.current = place && { element: target, place };
    },
  };
}
