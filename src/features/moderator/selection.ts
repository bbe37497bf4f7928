/** Which row is looked at: its id, and where it stood, so that its successor is known once it is gone. */
export type Selection = { id: string; index: number };

/**
 * Where the selection stands in the queue as it is now; -1 when nobody waits. What is gone hands over to the next one, and
 * somebody who has chosen nothing yet starts with the first that no colleague has open.
 */
export function selectedIndex(
  queue: readonly { _id: string }[],
  selection: Selection | null,
  taken: ReadonlyMap<string, string> = new Map(),
): number {
  if (queue.length === 0) return -1;
  if (selection === null)
    return Math.max(
      0,
      queue.findIndex(({ _id }) => !taken.has(_id)),
    );
  const here = queue.findIndex((row) => row._id === selection.id);
  return here >= 0 ? here : Math.min(selection.index, queue.length - 1);
}

/** The row `by` steps away from `index`, staying inside the queue. */
export function step(queue: readonly { _id: string }[], index: number, by: number): Selection | null {
  const next = Math.max(0, Math.min(queue.length - 1, index + by));
  const row = queue[next];
  return row === undefined ? null : { id: row._id, index: next };
}
