import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useRef } from "react";
import { KeyHint } from "./KeyHint";
import { QueueButton, type QueueRow } from "./QueueButton";
import type { Claims } from "./useClaim";
import { useMinute } from "./useMinute";
import { useIsWide } from "./useIsWide";
import { words } from "./words";

type Props = {
  label: string;
  queue: readonly QueueRow[];
  index: number;
  claims: Claims;
  onSelect: (index: number) => void;
  /** The last rows that there are have come near. */
  onNearEnd?: (() => void) | undefined;
};

/** The queue, oldest first: a column, or on a phone a strip. Only the rows that can be seen are on the page. */
export function QueueList({ label, queue, index, claims, onSelect, onNearEnd }: Props) {
  const now = useMinute();
  const { list, rows, size, isWide, place, nearEnd } = useVisibleRows(queue, index, onNearEnd);

  return (
    <nav
      aria-label={label}
      className="flex min-h-0 min-w-0 flex-1 flex-col border-b-2 border-line lg:border-r-2 lg:border-b-0"
    >
      <p className="hidden gap-4 px-4 py-2 text-note text-soft lg:flex">
        <span>
          <KeyHint name={words.keys.next} /> {words.nextHint}
        </span>
        <span>
          <KeyHint name={words.keys.previous} /> {words.previousHint}
        </span>
      </p>
      <div ref={list} className="min-h-0 flex-1 overflow-auto max-lg:h-22 max-lg:flex-none" onScroll={nearEnd}>
        <ul className="relative h-full" style={isWide ? { height: size } : { width: size }}>
          {rows.map(({ index: position, start, key }) => (
            <li
              key={key}
              ref={place}
              data-index={position}
              aria-setsize={queue.length}
              aria-posinset={position + 1}
              className="absolute top-0 left-0 max-lg:h-full lg:w-full"
              style={{ transform: isWide ? `translateY(${start}px)` : `translateX(${start}px)` }}
            >
              <QueueButton
                row={queue[position]!}
                now={now}
                claimedBy={claims.get(queue[position]!._id)}
                isSelected={position === index}
                onSelect={() => onSelect(position)}
              />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

/** The rows that can be seen, with a few around them. The selected one is kept in sight. */
function useVisibleRows(queue: readonly QueueRow[], index: number, onNearEnd: (() => void) | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const isWide = useIsWide();
  const rows = useVirtualizer({
    count: queue.length,
    getScrollElement: () => list.current,
    estimateSize: () => (isWide ? ROW : COLUMN),
    getItemKey: (position) => queue[position]?._id ?? position,
    horizontal: !isWide,
    overscan: 4,
    initialRect: { width: 390, height: 600 },
  });
  const shown = rows.getVirtualItems();
  const isNearEnd = Math.max(index, shown.at(-1)?.index ?? 0) >= queue.length - NEAR;
  const nearEnd = () => {
    const { scrollTop, clientHeight, scrollHeight, scrollLeft, clientWidth, scrollWidth } = list.current!;
    const left = isWide ? scrollHeight - scrollTop - clientHeight : scrollWidth - scrollLeft - clientWidth;
    if (left < NEAR * (isWide ? ROW : COLUMN)) onNearEnd?.();
  };
  const loadMore = useEffectEvent(() => onNearEnd?.());
  const show = useEffectEvent(() => {
    if (index >= 0) rows.scrollToIndex(index, { align: "auto" });
  });

  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, queue.length]);
  const selected = queue[index]?._id;
  useEffect(() => show(), [selected, isWide]);

  return { list, rows: shown, size: rows.getTotalSize(), isWide, place: rows.measureElement, nearEnd };
}

/** About how high a row is, and how wide on a phone, in pixels. */
const ROW = 64;
const COLUMN = 176;
/** How many rows before the end more are loaded. */
const NEAR = 10;
