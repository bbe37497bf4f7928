import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { classes } from "../../components/classes";
import { useDialogPrefetch } from "../../components/Dialog";
import { lights } from "../../components/drawings";
import { KeyHint } from "../../components/KeyHint";
import { Panel } from "../../components/Panel";
import { useMinute } from "../../lib/useMinute";
import { QueueButton, type QueueRow } from "./QueueButton";
import type { Claims } from "./useClaim";
import { words } from "./words";

type Props = {
  label: string;
  queue: readonly QueueRow[];
  review: { index: number; claims: Claims; select: (index: number) => void };
  /** The selected row, large. Null if none is selected. */
  sheet: ReactNode;
  empty: { title: string; text: string; action?: ReactNode };
  above?: ReactNode;
  onNearEnd?: (() => void) | undefined;
  /** The third column: the decision, and other lists below it. */
  aside: ReactNode;
  children?: ReactNode;
};

/** A desk of three columns: the queue, one row large, the decision. Stacked on a phone. */
export function ReviewLayout({ label, queue, review, sheet, empty, above, onNearEnd, aside, children }: Props) {
  useDialogPrefetch();
  return (
    <main className="grid min-h-0 flex-1 grid-cols-1 lg:grid-cols-[17rem_minmax(0,1fr)_22rem]">
      <div className="flex min-h-0 min-w-0 flex-col">
        {above}
        <QueueList label={label} queue={queue} {...review} onSelect={review.select} onNearEnd={onNearEnd} />
      </div>
      {sheet ?? (
        <Panel drawing={lights} title={empty.title} action={empty.action}>
          {empty.text}
        </Panel>
      )}
      <div className={asideColumn}>{aside}</div>
      {children}
    </main>
  );
}

/** On a phone, leaves room for the fixed buttons. */
const asideColumn =
  "flex min-h-0 flex-col gap-6 border-line p-4 max-lg:pb-[calc(6rem+env(safe-area-inset-bottom))] lg:overflow-y-auto lg:border-l-2";

type ListProps = {
  label: string;
  queue: readonly QueueRow[];
  index: number;
  claims: Claims;
  onSelect: (index: number) => void;
  /** Called near the end of the loaded rows. Undefined while no more can load. */
  onNearEnd?: (() => void) | undefined;
};

/** The queue, oldest first. A column, or a horizontal strip on a phone. The browser skips rendering rows out of sight. */
function QueueList({ label, queue, index, claims, onSelect, onNearEnd }: ListProps) {
  const now = useMinute();
  const { list, end } = useNearEnd(onNearEnd);

  return (
    <nav aria-label={label} className={classes(column, queue.length === 0 && "max-lg:hidden")}>
      <p className="hidden gap-4 px-4 py-2 text-note text-soft lg:flex">
        <span>
          <KeyHint name={words.keys.next} /> {words.nextHint}
        </span>
        <span>
          <KeyHint name={words.keys.previous} /> {words.previousHint}
        </span>
      </p>
      <div
        ref={list}
        className="flex min-h-0 flex-1 overflow-x-auto max-lg:h-22 max-lg:flex-none lg:flex-col lg:overflow-x-visible lg:overflow-y-auto"
      >
        <ul className="flex shrink-0 lg:flex-col">
          {queue.map((row, position) => (
            <li key={row._id} className={item}>
              <QueueButton
                row={row}
                now={now}
                claimedBy={claims.get(row._id)}
                isSelected={position === index}
                onSelect={() => onSelect(position)}
              />
            </li>
          ))}
        </ul>
        <div ref={end} className="shrink-0 p-px" />
      </div>
    </nav>
  );
}

/** Loads more whenever the end is near. Checks again after each load, so a reader who is still there gets more without another scroll. */
function useNearEnd(onNearEnd: (() => void) | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const canLoad = onNearEnd !== undefined;
  const load = useEffectEvent(() => onNearEnd?.());

  useEffect(() => {
    if (!canLoad || end.current === null) return;
    const options = { root: list.current, rootMargin: PRELOAD_MARGIN };
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && load(), options);
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [canLoad]);

  return { list, end };
}

const column = "flex min-h-0 min-w-0 flex-1 flex-col border-b-2 border-line lg:border-r-2 lg:border-b-0";

/** About ten rows, or ten columns on a phone. */
const PRELOAD_MARGIN = "640px 2080px";

/** The assumed size of a row out of sight until its first render: the width on a phone, the height of a row. */
const item = "shrink-0 [contain-intrinsic-size:auto_13rem_auto_4rem] [content-visibility:auto]";
