/** Classes of messages. Long words break, so a message is never wider than the screen. */
export const bubble =
  "min-w-0 max-w-[min(80%,34rem)] rounded-[1.25rem] px-3.5 py-2 text-body whitespace-pre-wrap [overflow-wrap:anywhere] " +
  "[-webkit-touch-callout:none] pointer-coarse:select-none";
export const ownSide = "rounded-br-sm bg-tealwash text-ink";
export const theirSide = "rounded-bl-sm border border-line bg-raised text-ink";
/** For messages of a few emoji only. */
export const bigText =
  "px-1 text-poster leading-tight [overflow-wrap:anywhere] [-webkit-touch-callout:none] pointer-coarse:select-none";
