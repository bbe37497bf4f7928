import { Copy } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { classes } from "./classes";
import { copyText } from "./copyText";
import { words } from "./words";

type Props = {
  handle: string;
  /** True: no pill around it, to save room. */
  plain?: boolean;
  className?: string;
};

/** An Instagram handle. The name links to its page, and the icon copies it. */
export function Handle({ handle, plain = false, className }: Props) {
  return (
    <span
      className={classes(
        "inline-flex max-w-full items-center font-semibold text-teal",
        !plain && "rounded-[1.375rem] bg-tealwash pl-3.5",
        className,
      )}
    >
      <a
        href={`https://www.instagram.com/${encodeURIComponent(handle)}`}
        target="_blank"
        rel="noreferrer"
        aria-label={words.openHandle(handle)}
        className="inline-flex min-h-11 min-w-0 items-center rounded-full hover:underline"
      >
        <span className="py-1 [overflow-wrap:anywhere]">@{withBreaks(handle)}</span>
      </a>
      <button
        type="button"
        aria-label={words.copyHandle(handle)}
        onClick={() => void copyText(handle)}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:text-ink"
      >
        <Copy aria-hidden className="size-4.5" />
      </button>
    </span>
  );
}

/** Lets a long handle wrap after a dot or an underscore. */
function withBreaks(handle: string): ReactNode[] {
  return handle.split(/(?<=[._])/).map((part, n) => (
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
