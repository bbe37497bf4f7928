/** The selected row. `index` remembers its place, to choose the next one when the row is gone. */
export type Selection = { id: string; index: number };

type Row = { _id: string };

export function isSelected(queue: readonly Row[], selection: Selection | null): boolean {
  return selection !== null && queue.some(({ _id }) => _id === selection.id);
}

/**
 * Returns the index of the selected row. If that row is gone or none is selected yet, returns the next row that no colleague has open. If
 * there is none, returns the first such row, or else the next row. -1: the queue is empty.
 */
export function selectedIndex(
  queue: readonly Row[],
  selection: Selection | null,
  claims: ReadonlyMap<string, string> = new Map(),
): number {
  const current = queue.findIndex((row) => row._id === selection?.id);
  if (current >= 0) return current;
  const start = Math.min(selection?.index ?? 0, queue.length - 1);
  const isFree = ({ _id }: Row, row: number) => row >= start && !claims.has(_id);
  const next = queue.findIndex(isFree);
  const first = queue.findIndex(({ _id }) => !claims.has(_id));
  return [next, first, start].find((row) => row >= 0) ?? -1;
}

/** Returns the selection of the row at an index, clamped to the queue. Null for an empty queue. */
export function selectionAt(queue: readonly Row[], index: number): Selection | null {
  const clamped = Math.max(0, Math.min(queue.length - 1, index));
  const row = queue[clamped];
  return row === undefined ? null : { id: row._id, index: clamped };
}
