import { useEffect, useRef, type FocusEvent } from "react";
import { focusPlace, focusPlaceOf, isFocusLost, type FocusPlace } from "../../lib/focusPlace";

/**
 * Keeps the focus in lists whose entries go, by an answer or from elsewhere: it moves on to the next entry, or to the heading.
 * Call it where the lists are read; the result is for the element around them.
 */
export function useFocusKept() {
  const last = useRef<{ element: Element; place: FocusPlace } | null>(null);
  useEffect(() => {
    if (last.current === null || last.current.element.isConnected || !isFocusLost()) return;
    focusPlace(last.current.place);
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      const place = focusPlaceOf(target);
      // A dialog that is opened from an entry is no part of the list, though React passes its events on to here.
      if (target.closest("[role=dialog]") === null) last.current = place && { element: target, place };
    },
  };
}
