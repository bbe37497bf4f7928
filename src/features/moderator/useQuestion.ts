import { useState } from "react";

type Kind = "reject" | "dismiss" | "suspend";

export type Question<Row> = {
  kind: Kind;
  row: Row;
  /** True once the row has left the queue, usually because a colleague was faster. */
  isEnded: boolean;
  close: () => void;
  /** Marks the question as sent or, after a failure, as open again. While sent, its row may leave the queue. */
  setSending: (isSending: boolean) => void;
};

/** The question before a hard decision. It stays open until the moderator leaves it, even if its row leaves the queue first. */
export function useQuestion<Row extends { _id: string }>(queue: readonly Row[]) {
  const [asked, setAsked] = useState<{ kind: Kind; row: Row; isSending: boolean } | null>(null);
  // A late answer must not close the question about another row.
  const update = (row: Row, next: typeof asked) => setAsked((now) => (now?.row._id === row._id ? next : now));
  const question: Question<Row> | null = asked && {
    kind: asked.kind,
    row: asked.row,
    isEnded: !asked.isSending && queue.every(({ _id }) => _id !== asked.row._id),
    close: () => update(asked.row, null),
    setSending: (isSending) => update(asked.row, { ...asked, isSending }),
  };
  return { question, ask: (kind: Kind, row: Row) => setAsked({ kind, row, isSending: false }) };
}
