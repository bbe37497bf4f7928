import { useRef, type RefObject } from "react";

/**
 * Handlers for `Dialog.Content`: the focus starts at `start`, if given, and returns to where it was before the dialog
 * opened. Radix returns it only to a trigger of its own, which our dialogs do not have.
 */
export function useFocusReturn(start?: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      if (!start?.current) return;
      event.preventDefault();
      start.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
