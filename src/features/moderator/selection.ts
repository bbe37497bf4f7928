/** Which row is selected: its id, and its index, so that the next one is known once it is gone. */
export type Selection = { id: string; index: number };

type Row = { _id: string };

/**
 * The index of the selection in the queue as it is now; -1 when the queue is empty. When the selected row is gone, the next
 * one is selected. Without a selection it is the first row that no colleague has open.
 */
export function selectedIndex(
  queue: readonly Row[],
  selection: Selection | null,
  claims: ReadonlyMap<string, string> = new Map(),
): number {
  if (queue.length === 0) return -1;
  if (selection === null)
    return Math.max(
      0,
      queue.findIndex(({ _id }) => !claims.has(_id)),
    );
  const current = queue.findIndex((row) => row._id === selection.id);
  return current >= 0 ? current : Math.min(selection.index, queue.length - 1);
}

/** Selects the row at an index; beyond an end of the queue that is the last or the first row. */
export function selectionAt(queue: readonly Row[], index: number): Selection | null {
  const inside = Math.max(0, Math.min(queue.length - 1, index));
  const row = queue[inside];
  return row === undefined ? null : { id: row._id, index: inside };
}
