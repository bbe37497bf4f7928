import { useRef } from "react";

/**
 * The focus goes back to where it was before a dialog opened. Radix gives it to a trigger of its own, of which there is none
 * where something else opens the dialog. For `Dialog.Content`.
 */
export function useReturnOfFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
