import { useRef, type RefObject } from "react";

/**
 * The focus goes back to where it was before a dialog opened. Radix gives it to a trigger of its own, of which there is none
 * where something else opens the dialog. It starts at `start`, if given. For `Dialog.Content`.
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
