import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { showToastsWith } from "../lib/toast";

export function Toasts() {
  useEffect(() => showToastsWith(toast), []);
  return (
    <Toaster
      position="top-center"
      visibleToasts={20}
      duration={4000}
      // Below the tabs, if they are at the top.
      offset="4.75rem"
      // On a phone, between the buttons in the corners. Taps go through to the screen below.
      mobileOffset={{ top: "calc(0.75rem + env(safe-area-inset-top))", left: CORNER, right: CORNER }}
      toastOptions={{ unstyled: true, classNames: toastClasses }}
    />
  );
}

/** Room for a button of 44 pixels and its distance to the edge. */
const CORNER = "4rem";

const toastClasses = {
  toast:
    "max-sm:pointer-events-none max-sm:px-3 max-sm:py-2 max-sm:text-note wrap-anywhere font-text flex w-full items-center gap-3 rounded-md border-2 border-line bg-raised px-4 py-3 font-semibold text-ink shadow-lift sm:w-[22rem]",
  success: "!border-good [&_[data-icon]]:text-good",
  error: "!border-bad [&_[data-icon]]:text-bad",
};
