import { useEffect, useRef, type FocusEvent } from "react";
import { isFocusLost } from "./focusHeading";

/** Returns the handlers of a control that is disabled while it is busy. A disabled control loses the focus, and afterwards gets it back. */
export function useFocusKept(isBusy: boolean) {
  const focused = useRef<HTMLButtonElement | null>(null);
  useEffect(() => {
    if (isBusy) return;
    if (isFocusLost()) focused.current?.focus({ preventScroll: true });
    if (focused.current !== document.activeElement) focused.current = null;
  }, [isBusy]);
  return {
    onFocus: ({ currentTarget }: FocusEvent<HTMLButtonElement>) => {
      focused.current = currentTarget;
    },
    onBlur: ({ currentTarget }: FocusEvent<HTMLButtonElement>) => {
      if (!currentTarget.disabled) focused.current = null;
    },
  };
}
