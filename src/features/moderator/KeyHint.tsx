/** A key as a hint. Screen readers skip it: the buttons name their keys in `aria-keyshortcuts`. */
export function KeyHint({ name }: { name: string }) {
  return (
    <kbd
      aria-hidden
      className="hidden min-w-6 place-items-center rounded-sm border border-b-2 border-current px-1.5 font-text text-note leading-5 font-semibold lg:inline-grid"
    >
      {name}
    </kbd>
  );
}
