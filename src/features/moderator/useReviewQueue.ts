import { useEffect, useEffectEvent, useRef, useState } from "react";
import { after } from "../../lib/events";
import { isSelected, selectedIndex, selectionAt, type Selection } from "./selection";
import { useClaim, useClaims, type ClaimNext, type Item } from "./useClaim";
import { useKeys } from "./useKeys";
import { useQuestion } from "./useQuestion";
import { words } from "./words";

/**
 * A queue with one row shown large. Manages the selection, colleagues' claims, the question before a hard decision, and the keys for next
 * and previous. With `claimNext` the deployment chooses the next row, so two moderators never get the same one.
 */
export function useReviewQueue<Row extends { _id: Item }>(queue: readonly Row[], claimNext?: ClaimNext) {
  const { question, ask } = useQuestion(queue);
  const { claims, handles, isKnown } = useClaims();
  const { index, isSettled, select, keepIndex, show } = useSelection(queue, claims, isKnown, claimNext);
  const selected = queue[index];
  // Until the choice is settled, a colleague may get this row.
  const isSeen = useSeen(selected?._id, question !== null) && isSettled;
  useClaim(selected?._id, isSettled);

  const keys = {
    [words.keys.next]: () => select(index + 1),
    [words.keys.previous]: () => select(index - 1),
  };
  useKeys(keys, question === null);
  /** The rows whose decision is under way. On a slow connection, a second press may come before the row leaves the queue. */
  const deciding = useRef(new Set<Item>());

  return {
    index,
    selected,
    claims,
    handles,
    select,
    /** Selects a row by id, even before it is in the queue. */
    show,
    isSeen,
    question,
    /** Asks about the selected row, if it has been seen. */
    ask: (kind: Parameters<typeof ask>[0]) => selected !== undefined && isSeen && ask(kind, selected),
    /** Decides on the selected row once, if it has been seen. Then selects the next row that nobody has open. `action` must not reject. */
    decide: async (action: (row: Row) => Promise<unknown>) => {
      if (selected === undefined || !isSeen || deciding.current.has(selected._id)) return;
      keepIndex(index);
      deciding.current.add(selected._id);
      await action(selected);
      deciding.current.delete(selected._id);
    },
    /** Decides on the row of the question, which stays open until the answer. Returns whether it succeeded. */
    confirm: async (action: (row: Row) => Promise<boolean>) => {
      if (question === null) return false;
      keepIndex(index);
      question.setSending(true);
      const isDone = await action(question.row);
      if (!isDone) question.setSending(false);
      return isDone;
    },
  };
}

/** Chooses the large row. Once settled, it stays until it leaves the queue, whatever colleagues open. */
function useSelection(
  queue: readonly { _id: Item }[],
  claims: ReadonlyMap<string, string>,
  isKnown: boolean,
  claimNext: ClaimNext | undefined,
) {
  const [selection, setSelection] = useState<Selection | null>(null);
  /** True if colleagues have every waiting row open. */
  const [isIdle, setIdle] = useState(false);
  /** Counts the choices, so that a late response to an earlier choice is ignored. */
  const choices = useRef(0);
  const isGone = !isSelected(queue, selection);
  const isStuck = isIdle && isGone && queue.every(({ _id }) => claims.has(_id));
  const index = isStuck ? -1 : selectedIndex(queue, selection, claims);
  const needsSelection = isGone && !isStuck && queue.length > 0;

  const choose = (row: number) => {
    choices.current += 1;
    setIdle(false);
    setSelection(selectionAt(queue, row));
  };
  // Without `claimNext`, the shown row is selected once colleagues' claims are known.
  if (needsSelection && claimNext === undefined && isKnown) setSelection(selectionAt(queue, index));

  const settle = useEffectEvent((choice: number, id: string | null) => {
    if (choice !== choices.current) return;
    const position = queue.findIndex((row) => row._id === id);
    if (id === null) setIdle(true);
    else choose(position < 0 ? index : position);
  });
  const requestNext = useEffectEvent(() => {
    const choice = ++choices.current;
    void claimNext?.(selection?.id ?? null).then((id) => settle(choice, id));
  });
  useEffect(() => {
    if (needsSelection) requestNext();
  }, [needsSelection]);

  return {
    index,
    isSettled: claimNext === undefined || !isGone,
    select: choose,
    keepIndex: (row: number) => setSelection(selectionAt(queue, row)),
    show: (id: string) => {
      choices.current += 1;
      setIdle(false);
      setSelection({ id, index });
    },
  };
}

/** True once the row has been on screen for `SEEN_AFTER` ms. Time behind a question does not count. */
function useSeen(id: string | undefined, isCovered: boolean): boolean {
  const [seenId, setSeenId] = useState<string>();
  useEffect(() => (isCovered ? undefined : after(SEEN_AFTER, () => setSeenId(id))), [id, isCovered]);
  return id !== undefined && seenId === id;
}

/** Milliseconds on screen before a row can be decided on. Earlier presses were meant for the previous row. */
const SEEN_AFTER = 500;
