/** A keyboard hint, shown only on wide screens. Screen readers get the button's `aria-keyshortcuts` instead. */
export function KeyHint({ name }: { name: string }) {
  return (
    <kbd
      aria-hidden
      className="hidden min-w-6 place-items-center rounded-sm border border-b-2 border-current px-1.5 font-text text-note leading-5 font-semibold md:inline-grid"
    >
      {name}
    </kbd>
  );
}

/** Returns whether hints are shown. Without them, digits typed on a phone's keyboard are text. */
export function areKeysShown(): boolean {
  return window.matchMedia("(min-width: 48rem)").matches;
}
