import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { bubble, bigText, ownSide, theirSide } from "./bubbles";
import { clock } from "./days";
import { isEmojiOnly } from "./emoji";
import { MessageMenu } from "./MessageMenu";
import type { Match } from "../matches/useMatches";
import { useLongPress } from "./useLongPress";
import type { Message } from "./usePages";
import { words } from "./words";

type Props = {
  message: Message;
  match: Match;
  /** The delivery state of one's own message. */
  mark: string | null;
  /** True if its time is visible. Otherwise the next message shows it, and this one is only read out. */
  isTimed: boolean;
};

export function MessageBubble({ message, match, mark, isTimed }: Props) {
  const [isOpen, setOpen] = useState(false);
  const press = useLongPress(() => setOpen(true));
  const { mine, text, held, at } = message;

  return (
    <div className={classes("group flex max-w-full flex-col", mine ? "items-end" : "items-start")}>
      <div className={classes("flex w-full items-center gap-1", mine && "flex-row-reverse")}>
        {held ? <Held match={match} /> : <Text message={message} name={match.user.name} press={press} />}
        <button
          type="button"
          aria-label={held ? words.moreOfHeld : words.moreOf(text)}
          onClick={() => setOpen(true)}
          className={moreButton}
        >
          <Ellipsis aria-hidden className="size-5" />
        </button>
      </div>
      <p className={isTimed || mark !== null ? "px-1 text-note text-soft tabular-nums" : "sr-only"}>
        <time dateTime={new Date(at).toISOString()}>{clock(at)}</time>
        {mark !== null && ` · ${mark}`}
      </p>
      {isOpen && <MessageMenu message={message} match={match} onClose={() => setOpen(false)} />}
    </div>
  );
}

type TextProps = { message: Message; name: string; press: ReturnType<typeof useLongPress> };

function Text({ message: { mine, text }, name, press }: TextProps) {
  const isBig = isEmojiOnly(text);
  return (
    <p dir="auto" {...press} className={classes(isBig ? bigText : bubble, !isBig && (mine ? ownSide : theirSide))}>
      <span className="sr-only">{mine ? words.you : words.from(name)} </span>
      <span>{text}</span>
    </p>
  );
}

/** In place of a message with the other's first link, number or handle. */
function Held({ match: { matchId, user } }: { match: Match }) {
  const reveal = useMutation(api.chat.reveal);
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    await toastResult(() => reveal({ matchId }), { failure: words.showFailed });
    setBusy(false);
  };
  return (
    <div className={classes(bubble, "flex flex-col items-start border-2 border-dashed border-edge bg-transparent")}>
      <p className="text-soft">{words.held(user.name)}</p>
      <Button look="bare" busy={isBusy} onClick={() => void show()}>
        {words.show}
      </Button>
    </div>
  );
}

/** Seen where there is a mouse, and wherever it has the focus. A finger rests on the message instead. */
const moreButton =
  "grid size-11 shrink-0 place-items-center rounded-full text-soft opacity-0 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 " +
  "pointer-coarse:not-focus-visible:sr-only";
