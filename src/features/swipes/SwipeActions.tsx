import { CloudOff, Heart, X } from "lucide-react";
import { type MouseEvent, useRef } from "react";
import { words } from "./words";

type Props = {
  /** How many are left today; null where there is no limit. */
  left: number | null;
  onDecide: (liked: boolean) => void;
  disabled: boolean;
  /** Hidden actions keep their space, so that nothing jumps when there is nobody to decide about. */
  hidden: boolean;
  /** How many swipes wait for a connection. */
  unsent: number;
};

/** Faster than anybody looks at a face. */
const DOUBLE_CLICK = 300;

/** Dislike and Like under the thumb, and between them what is left of today's five. */
export function SwipeActions({ left, onDecide, disabled, hidden, unsent }: Props) {
  const pressedAt = useRef(-Infinity);
  // The second click of a double click would decide about somebody who was not seen yet.
  const press = ({ detail, timeStamp }: MouseEvent, liked: boolean) => {
    const isDoubleClick = detail > 1 && timeStamp - pressedAt.current < DOUBLE_CLICK;
    pressedAt.current = timeStamp;
    if (!isDoubleClick) onDecide(liked);
  };

  return (
    <div className={`flex items-center justify-center gap-[min(1.5rem,6.4vw)] ${hidden ? "invisible" : ""}`}>
      <button
        type="button"
        aria-label={words.dislike}
        aria-keyshortcuts="ArrowLeft"
        disabled={disabled}
        onClick={(event) => press(event, false)}
        className={`${round} border-3 border-edge bg-raised text-ink hover:border-ink`}
      >
        <X aria-hidden className="size-8" strokeWidth={2.75} />
      </button>
      <p className="flex w-16 flex-col items-center gap-2 text-center text-note font-semibold text-soft tabular-nums">
        {left !== null && (
          <>
            <span aria-hidden>{words.left(left)}</span>
            <span className="sr-only">{words.leftHint(left)}</span>
          </>
        )}
        {unsent > 0 ? <Unsent count={unsent} /> : <KeyHints />}
      </p>
      <button
        type="button"
        aria-label={words.like}
        aria-keyshortcuts="ArrowRight"
        disabled={disabled}
        onClick={(event) => press(event, true)}
        className={`${round} hot shadow-rest hover:brightness-105`}
      >
        <Heart aria-hidden className="size-8 fill-current" strokeWidth={2.5} />
      </button>
    </div>
  );
}

/** Small, because there is nothing to do about it. */
function Unsent({ count }: { count: number }) {
  return (
    <span className="flex items-center gap-1 text-teal">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <span aria-hidden className="whitespace-nowrap">
        {words.unsent(count)}
      </span>
      <span className="sr-only">{words.unsentHint(count)}</span>
    </span>
  );
}

/** For people with a mouse, who have a keyboard too; a narrow screen needs the space. */
function KeyHints() {
  return (
    <span aria-hidden className="hidden gap-1.5 sm:pointer-fine:flex">
      <kbd className={key}>←</kbd>
      <kbd className={key}>→</kbd>
    </span>
  );
}

const key = "grid size-6 place-items-center rounded-sm border border-edge font-text text-note";
const round =
  "grid size-[min(4.25rem,22vw)] shrink-0 place-items-center rounded-full transition-[transform,filter,border-color] active:scale-90 disabled:opacity-40 disabled:active:scale-100";
