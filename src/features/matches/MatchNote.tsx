import { Heart } from "lucide-react";
import { words } from "./words";

/** `name`: whose moment waits; null: nobody's. */
type Props = { name: string | null; more: number; onOpen: () => void };

/** Announces a new match quietly, without taking the focus. A tap opens its popup. */
export function MatchNote({ name, more, onOpen }: Props) {
  return (
    <div aria-live="polite" className={place}>
      {name !== null && (
        <button
          type="button"
          onClick={onOpen}
          // The field keeps the focus, and has it again after the moment.
          onMouseDown={(event) => event.preventDefault()}
          className={note}
        >
          <Heart aria-hidden className="size-5 shrink-0 fill-current" />
          <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
            {words.matchNote(name, more)}
          </span>
        </button>
      )}
    </div>
  );
}

/** Below the tabs and the head of a thread. It can be pressed where nothing is open over the screen. */
const place =
  "fixed top-[calc(4.75rem+env(safe-area-inset-top))] left-1/2 z-[60] w-max max-w-[calc(100vw-1.5rem)] -translate-x-1/2 md:top-36";
/** It waits a little: the moment itself follows a tap at once. */
const note =
  "flex min-h-11 max-w-full items-center gap-2.5 rounded-full px-5 py-2 text-left text-note font-bold shadow-lift hot animate-[fade_200ms_300ms_ease-out_both]";
