/** Which row is selected: its id, and its index, so that the next one is known once it is gone. */
export type Selection = { id: string; index: number };

type Row = { _id: string };

export function isSelected(queue: readonly Row[], selection: Selection | null): boolean {
  return selection !== null && queue.some(({ _id }) => _id === selection.id);
}

/**
 * The index of the selection in the queue as it is now; -1 when the queue is empty. When the selected row is gone, or before
 * anything is selected, it is the next row that no colleague has open, or else the first such row, or else the next row.
 */
export function selectedIndex(
  queue: readonly Row[],
  selection: Selection | null,
  claims: ReadonlyMap<string, string> = new Map(),
): number {
  const current = queue.findIndex((row) => row._id === selection?.id);
  if (current >= 0) return current;
  const from = Math.min(selection?.index ?? 0, queue.length - 1);
  const isFree = ({ _id }: Row, row: number) => row >= from && !claims.has(_id);
  const next = queue.findIndex(isFree);
  const first = queue.findIndex(({ _id }) => !claims.has(_id));
  return [next, first, from].find((row) => row >= 0) ?? -1;
}

/** Selects the row at an index; beyond an end of the queue that is the last or the first row. */
export function selectionAt(queue: readonly Row[], index: number): Selection | null {
  const inside = Math.max(0, Math.min(queue.length - 1, index));
  const row = queue[inside];
  return row === undefined ? null : { id: row._id, index: inside };
}
