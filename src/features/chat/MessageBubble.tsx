import { Ellipsis } from "lucide-react";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { copyText } from "../../components/copyText";
import { Dialog } from "../../components/Dialog";
import { listen } from "../../lib/events";
import { useToastedMutation } from "../../lib/toastResult";
import { useBusy } from "../../lib/useBusy";
import { useReport } from "../../lib/useReport";
import type { Match } from "../matches/useMatches";
import { bubble, BubbleText } from "./BubbleText";
import { clock } from "./days";
import { useLeaveThread } from "./useLeaveThread";
import type { Message } from "./usePages";
import { words } from "./words";

type Props = {
  message: Message;
  match: Match;
  /** The delivery state, for the member's messages. Null: none shown. */
  receipt: string | null;
  /** True if the time is visible. Otherwise the next message shows it, and this one has it for screen readers only. */
  showsTime: boolean;
};

export function MessageBubble({ message, match, receipt, showsTime }: Props) {
  const [isOpen, setOpen] = useState(false);
  const press = useLongPress(() => setOpen(true));
  const { mine, text, held, at } = message;

  return (
    <div className={classes("group flex max-w-full flex-col", mine ? "items-end" : "items-start")}>
      <div className={classes("flex w-full items-center gap-1", mine && "flex-row-reverse")}>
        {held ? (
          <Held match={match} press={press} />
        ) : (
          <BubbleText text={text} from={mine ? null : match.user.name} {...press} />
        )}
        <button
          type="button"
          aria-label={held ? words.moreOfHeld : words.moreOf(text)}
          onClick={() => setOpen(true)}
          className={moreButton}
        >
          <Ellipsis aria-hidden className="size-5" />
        </button>
      </div>
      <p className={showsTime || receipt !== null ? "px-1 text-note text-soft tabular-nums" : "sr-only"}>
        <time dateTime={new Date(at).toISOString()}>{clock(at)}</time>
        {receipt !== null && ` · ${receipt}`}
      </p>
      {isOpen && <MessageMenu message={message} match={match} onClose={() => setOpen(false)} />}
    </div>
  );
}

type Press = ReturnType<typeof useLongPress>;
/** Shown instead of the other person's first message that has a link, number or handle, until the member opens it. */
function Held({ match: { matchId, user }, press }: { match: Match; press: Press }) {
  const reveal = useToastedMutation(api.chat.reveal, { failure: words.showFailed });
  const [isBusy, show] = useBusy(() => reveal({ matchId }));
  return (
    <div className={classes(bubble, "flex flex-col items-start border-2 border-dashed border-edge bg-transparent")}>
      <p {...press} className="text-soft">
        {words.held(user.name)}
      </p>
      <Button variant="bare" busy={isBusy} onClick={() => void show()}>
        {words.show}
      </Button>
    </div>
  );
}

/** Visible on hover and on focus. On touch screens a long press on the message replaces it. */
const moreButton =
  "grid size-11 shrink-0 place-items-center rounded-full text-soft opacity-0 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 " +
  "pointer-coarse:not-focus-visible:sr-only";

/** Milliseconds of a long press, and pixels the finger may move. */
const LONG_PRESS_MS = 500;
const MAX_MOVEMENT = 10;

/** Returns the handlers of a long press by finger or pen. A mouse has the button instead. */
function useLongPress(onPress: () => void) {
  const timer = useRef<number>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const cancel = () => window.clearTimeout(timer.current);
  useEffect(() => cancel, []);

  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      cancel();
      if (pointerType === "mouse") return;
      start.current = { x, y };
      timer.current = window.setTimeout(() => {
        ignoreRelease();
        onPress();
      }, LONG_PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MAX_MOVEMENT) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  };
}

/** Ignores the click of lifting the finger. It would press the sheet that has opened below the finger. */
function ignoreRelease() {
  const ignore = (click: MouseEvent) => {
    // Keys and screen readers press without a pointer.
    if (click.detail === 0) return;
    click.preventDefault();
    click.stopPropagation();
  };
  const stop = listen(window, "click", ignore, { capture: true });
  listen(window, "pointerdown", stop, { capture: true, once: true });
}

function MessageMenu({ message, match, onClose }: { message: Message; match: Match; onClose: () => void }) {
  const report = useReport();
  const leave = useLeaveThread();
  const { mine, held, text, position } = message;
  const { matchId, user } = match;
  const closeAnd = (action: () => void) => () => {
    onClose();
    action();
  };
  const reportMessage = () => report({ ...user, message: { matchId, position, text } }, leave);

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.message}
      description={held ? words.held(user.name) : <span className="line-clamp-4 [overflow-wrap:anywhere]">{text}</span>}
      actions={
        <div className="flex w-full flex-col gap-3">
          {!held && (
            <Button variant="quiet" onClick={closeAnd(() => void copyText(text))}>
              {words.copy}
            </Button>
          )}
          {!mine && (
            <Button variant="danger" onClick={closeAnd(reportMessage)}>
              {words.reportMessage}
            </Button>
          )}
        </div>
      }
    />
  );
}
