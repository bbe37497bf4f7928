import { CloudOff, Heart, SlidersHorizontal, Undo2, X } from "lucide-react";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { Link } from "react-router-dom";
import { classes } from "../../components/classes";
import { words } from "./words";

type Props = {
  /** Today's remaining swipes. Null: unlimited. */
  left: number | null;
  onDecide: (liked: boolean) => void;
  disabled: boolean;
  /** Hides the buttons and keeps their space, so the layout does not jump. */
  hidden: boolean;
  /** The number of swipes that wait for a connection. */
  unsent: number;
  undo: UndoProps;
};

type UndoProps = {
  /** Today's remaining undos. Null: unlimited. */
  left: number | null;
  isPossible: boolean;
  onUndo: () => void;
};

/** Milliseconds between two clicks that count as a double click. */
const DOUBLE_CLICK = 300;

/** Dislike and Like, with today's remaining swipes between them, Undo and the meeting settings beside them. */
export function SwipeActions({ left, onDecide, disabled, hidden, unsent, undo }: Props) {
  const pressedAt = useRef(-Infinity);
  // The second click would decide on a card that the person has not seen yet.
  const press = ({ detail, timeStamp }: MouseEvent, liked: boolean) => {
    const isDoubleClick = detail > 1 && timeStamp - pressedAt.current < DOUBLE_CLICK;
    pressedAt.current = timeStamp;
    if (!isDoubleClick) onDecide(liked);
  };

  return (
    <div className="flex items-center justify-center gap-[min(1.25rem,3.3vw)] px-2 lying:grid lying:grid-cols-2 lying:place-items-center lying:gap-3">
      <UndoButton {...undo} />
      <div
        className={classes(
          "flex min-w-0 items-center justify-center gap-[min(1.25rem,4vw)] lying:contents",
          hidden && "invisible",
        )}
      >
        <DecideButton {...dislike} disabled={disabled} onClick={(event) => press(event, false)} />
        <p className="flex w-16 min-w-0 flex-col items-center gap-2 text-center text-[min(0.8125rem,4vw)]/tight font-semibold text-soft tabular-nums lying:order-last">
          {left !== null && (
            <>
              <span aria-hidden>{words.left(left)}</span>
              <span className="sr-only">{words.leftHint(left)}</span>
            </>
          )}
          {unsent > 0 ? <Unsent count={unsent} /> : <KeyHints />}
        </p>
        <DecideButton {...like} disabled={disabled} onClick={(event) => press(event, true)} />
      </div>
      <Link to="/edit-profile#meeting" aria-label={words.meeting} title={words.meeting} className={sideButton}>
        <SlidersHorizontal aria-hidden className="size-[min(1.25rem,5.5vw)]" strokeWidth={2.25} />
      </Link>
    </div>
  );
}

const dislike = {
  label: words.dislike,
  shortcut: "ArrowLeft",
  className: "border-3 border-edge bg-raised text-ink hover:border-ink",
  icon: <X aria-hidden className="size-[min(2rem,9vw)]" strokeWidth={2.75} />,
};

const like = {
  label: words.like,
  shortcut: "ArrowRight",
  className: "hot shadow-rest hover:brightness-105",
  icon: <Heart aria-hidden className="size-[min(2rem,9vw)] fill-current" strokeWidth={2.5} />,
};

type DecideProps = {
  label: string;
  shortcut: string;
  className: string;
  icon: ReactNode;
  disabled: boolean;
  onClick: (event: MouseEvent) => void;
};

function DecideButton({ label, shortcut, className, icon, ...button }: DecideProps) {
  return (
    <button
      {...button}
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      className={classes(round, className)}
    >
      {icon}
    </button>
  );
}

/** Takes back the last swipe. Without undos left, `onUndo` opens the upgrade dialog. */
function UndoButton({ left, isPossible, onUndo }: UndoProps) {
  return (
    <button
      type="button"
      aria-label={words.undoLeft(left)}
      aria-keyshortcuts="Backspace U"
      title={words.undoLeft(left)}
      // Not `disabled`: after the undo the button keeps the focus.
      aria-disabled={!isPossible}
      onClick={(event) => event.detail < 2 && onUndo()}
      className={sideButton}
    >
      <Undo2 aria-hidden className="size-[min(1.25rem,5.5vw)]" strokeWidth={2.25} />
      {left !== null && (
        <span
          aria-hidden
          className="absolute -right-1 -bottom-1 grid size-[min(1.125rem,5vw)] place-items-center rounded-full border border-edge bg-raised text-[min(0.6875rem,3.2vw)]/none font-bold tabular-nums"
        >
          {left}
        </span>
      )}
    </button>
  );
}

/** The number of unsent swipes. Small, because the person cannot do anything about them. */
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

/** Keyboard hints on wide screens with a mouse. */
function KeyHints() {
  return (
    <span aria-hidden className="hidden gap-1 sm:pointer-fine:flex lying:hidden!">
      <kbd className={key}>←</kbd>
      <kbd className={key}>→</kbd>
      <kbd className={key}>U</kbd>
    </span>
  );
}

const key = "grid size-5 place-items-center rounded-sm border border-edge font-text text-note";
/** Undo and settings: smaller and quieter than the two main buttons. */
const sideButton =
  "relative grid size-[max(44px,min(2.75rem,12vw))] shrink-0 place-items-center rounded-full border-2 border-edge bg-raised text-ink transition-transform hover:border-ink active:scale-90 aria-disabled:opacity-40 aria-disabled:active:scale-100 lying:order-last";
const round =
  "grid size-[min(4.25rem,18vw)] shrink-0 place-items-center rounded-full transition-[transform,filter,border-color] active:scale-90 disabled:opacity-40 disabled:active:scale-100";
