import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Toaster, toast } from "sonner";
import { showToastsWith, TOASTS_ID } from "../lib/toast";

export function Toasts() {
  const [place] = useState(() => Object.assign(document.createElement("div"), { id: TOASTS_ID }));
  useEffect(() => showToastsWith(toast), []);
  // Beside the page's root, which cannot be used while a dialog is open. Before it, because after its last control Tab would lead to a toast
  // and back again.
  useEffect(() => {
    document.body.prepend(place);
    return () => place.remove();
  }, [place]);
  return createPortal(
    <Toaster
      position="top-center"
      visibleToasts={20}
      duration={4000}
      // Below the tabs, if they are at the top.
      offset="4.75rem"
      // On a phone, between the buttons in the corners. Taps go through to the screen below.
      mobileOffset={{ top: "calc(0.75rem + env(safe-area-inset-top))", left: CORNER, right: CORNER }}
      toastOptions={{ unstyled: true, classNames: toastClasses }}
    />,
    place,
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
