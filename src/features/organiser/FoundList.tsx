import type { ReactNode } from "react";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { Panel } from "../../components/Panel";
import { SkeletonBlock } from "../../components/SkeletonBlock";
import type { Found } from "./useFound";
import { words } from "./words";

type Props<Row> = {
  label: string;
  found: Found<Row>;
  drawing: ReactNode;
  /** Without a search: what the list will hold. */
  empty: readonly [title: string, text: string];
  /** Where a search or a filter finds nothing. */
  none: readonly [title: string, text: string];
  isNarrowed: boolean;
  onClear: () => void;
  children: (row: Row) => ReactNode;
};

/** Search results, a page at a time. While the next search loads, the last results stay. */
export function FoundList<Row>({ label, found, drawing, empty, none, isNarrowed, onClear, children }: Props<Row>) {
  const { rows, isStale, hasMore, isLoadingMore, more } = found;
  if (rows === null) return <Loading />;
  const isEnd = !hasMore && !isLoadingMore;
  if (rows.length === 0 && isEnd && !isStale) {
    const [title, text] = isNarrowed ? none : empty;
    const clear = (
      <Button look="quiet" onClick={onClear}>
        {words.clear}
      </Button>
    );
    return (
      <Panel drawing={drawing} title={title} action={isNarrowed && clear}>
        {text}
      </Panel>
    );
  }
  return (
    <>
      <ul
        aria-label={label}
        aria-busy={isStale}
        className={classes("mt-4 border-t-2 border-line transition-opacity", isStale && "opacity-60")}
      >
        {rows.map(children)}
      </ul>
      {rows.length === 0 && !isStale && (
        <p role="status" className="py-4 text-soft">
          {words.noneSoFar}
        </p>
      )}
      {!isEnd && (
        <Button look="quiet" className="mt-4 max-sm:w-full" busy={isLoadingMore} onClick={more}>
          {rows.length === 0 ? words.lookFurther : words.more}
        </Button>
      )}
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={words.loading} className="mt-4 flex flex-col gap-3">
      {Array.from({ length: 8 }, (_, row) => (
        <SkeletonBlock key={row} className="h-14" />
      ))}
    </div>
  );
}
