import type { HTMLAttributes } from "react";
import { classes } from "../../components/classes";
import { isEmojiOnly } from "./emoji";
import { words } from "./words";

/** The text of a message. `from`: the other person. Null: it is the member's own. */
export function BubbleText({ text, from, className, ...press }: Props) {
  const isBig = isEmojiOnly(text);
  const side = from === null ? ownSide : theirSide;
  return (
    <p dir="auto" {...press} className={classes(isBig ? bigText : bubble, !isBig && side, className)}>
      {/* Isolated, so that the direction follows the text and not the name. */}
      <bdi className="sr-only">{from === null ? words.you : words.from(from)} </bdi>
      <span>{text}</span>
    </p>
  );
}

type Props = { text: string; from: string | null } & HTMLAttributes<HTMLParagraphElement>;

/** Long words break, so a message is never wider than the screen. */
export const bubble =
  "min-w-0 max-w-[min(80%,34rem)] rounded-[1.25rem] px-3.5 py-2 text-body whitespace-pre-wrap [overflow-wrap:anywhere] " +
  "[-webkit-touch-callout:none] pointer-coarse:select-none";
const ownSide = "rounded-br-sm bg-tealwash text-ink";
const theirSide = "rounded-bl-sm border border-line bg-raised text-ink";
/** For messages of a few emoji only. */
const bigText =
  "px-1 text-poster leading-tight [overflow-wrap:anywhere] [-webkit-touch-callout:none] pointer-coarse:select-none";
