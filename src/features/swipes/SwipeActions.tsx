import { CloudOff, Heart, X } from "lucide-react";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { classes } from "../../components/classes";
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
      <DecideButton {...dislike} disabled={disabled} onClick={(event) => press(event, false)} />
      <p className="flex w-16 flex-col items-center gap-2 text-center text-note font-semibold text-soft tabular-nums">
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
  );
}

const dislike = {
  label: words.dislike,
  shortcut: "ArrowLeft",
  look: "border-3 border-edge bg-raised text-ink hover:border-ink",
  icon: <X aria-hidden className="size-8" strokeWidth={2.75} />,
};

const like = {
  label: words.like,
  shortcut: "ArrowRight",
  look: "hot shadow-rest hover:brightness-105",
  icon: <Heart aria-hidden className="size-8 fill-current" strokeWidth={2.5} />,
};

type DecideProps = {
  label: string;
  shortcut: string;
  look: string;
  icon: ReactNode;
  disabled: boolean;
  onClick: (event: MouseEvent) => void;
};

function DecideButton({ label, shortcut, look, icon, ...button }: DecideProps) {
  return (
    <button {...button} type="button" aria-label={label} aria-keyshortcuts={shortcut} className={classes(round, look)}>
      {icon}
    </button>
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
