import { Heart } from "lucide-react";
import { words } from "./words";

/** `name`: the person of the waiting match. Null: none waits. `moreCount`: how many further matches wait. */
type Props = { name: string | null; moreCount: number; onOpen: () => void };

/** Announces a new match without taking the focus. A tap opens its popup. */
export function MatchNote({ name, moreCount, onOpen }: Props) {
  return (
    <div aria-live="polite" className={place}>
      {name !== null && (
        <button
          type="button"
          onClick={onOpen}
          // The text field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className={note}
        >
          <Heart aria-hidden className="size-5 shrink-0 fill-current" />
          <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
            {words.matchNote(name, moreCount)}
          </span>
        </button>
      )}
    </div>
  );
}

/** Below the tabs and a thread's header. Can be pressed only while no layer is open. */
const place =
  "fixed top-[calc(4.75rem+env(safe-area-inset-top))] left-1/2 z-[60] w-max max-w-[calc(100vw-1.5rem)] -translate-x-1/2 md:top-36";
/** Fades in after 300 ms, so that it does not flash during a tap, after which the popup opens at once. */
const note =
  "flex min-h-11 max-w-full items-center gap-2.5 rounded-full px-5 py-2 text-left text-note font-bold shadow-lift hot animate-[fade_200ms_300ms_ease-out_both]";
