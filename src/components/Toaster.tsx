import { Toaster as Sonner } from "sonner";

/** Shows the toasts (see `lib/toast`), at most 20 at once. */
export function Toaster() {
  return (
    <Sonner
      position="top-center"
      visibleToasts={20}
      duration={4000}
      // Below the tabs, where they are at the top of the page.
      offset="4.75rem"
      mobileOffset="calc(0.75rem + env(safe-area-inset-top))"
      toastOptions={{ unstyled: true, classNames: looks }}
    />
  );
}

const looks = {
  toast:
    "font-text flex w-full items-center gap-3 rounded-md border-2 border-line bg-raised px-4 py-3 font-semibold text-ink shadow-lift sm:w-[22rem]",
  success: "!border-good [&_[data-icon]]:text-good",
  error: "!border-bad [&_[data-icon]]:text-bad",
};
