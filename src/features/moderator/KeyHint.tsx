/** A key's cap, as a hint. It is not read out: whoever cannot see it has the buttons. */
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
