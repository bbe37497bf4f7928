import { useState } from "react";
import { selectedIndex, selectionAt, type Selection } from "./selection";
import { useClaim, useClaims, type Item } from "./useClaim";
import { useKeys } from "./useKeys";
import { useSeen } from "./useSeen";
import { words } from "./words";

/**
 * A queue that moderators work through, one row large at a time: which row that is, what colleagues have open, the question
 * before a hard decision, and the keys for the next and the previous row.
 */
export function useReviewQueue<Row extends { _id: Item }>(queue: readonly Row[]) {
  // The row that the question is about: it closes when a colleague decides on that row first.
  const [askedId, setAskedId] = useState<string>();
  const [selection, setSelection] = useState<Selection | null>(null);
  const { claims, isKnown } = useClaims();
  const index = selectedIndex(queue, selection, claims);
  const selected = queue[index];
  const isSeen = useSeen(selected?._id);
  useClaim(selected?._id);
  // From here on the selection stays, whatever colleagues open.
  if (isKnown && selection === null && selected !== undefined) setSelection({ id: selected._id, index });

  const select = (row: number) => setSelection(selectionAt(queue, row));
  useKeys({
    [words.keys.next]: () => select(index + 1),
    [words.keys.previous]: () => select(index - 1),
  });

  return {
    index,
    selected,
    claims,
    select,
    /** Whether the selected row has been on screen long enough to be decided on. */
    isSeen,
    isAsking: selected !== undefined && askedId === selected._id,
    ask: () => isSeen && setAskedId(selected?._id),
    stopAsking: () => setAskedId(undefined),
    /** Decides on the selected row, once it has been seen. The row that moves into its position is next. */
    decide: (act: (row: Row) => void) => {
      if (selected === undefined || !isSeen) return;
      setAskedId(undefined);
      setSelection({ id: selected._id, index });
      act(selected);
    },
  };
}
