import { useState } from "react";

type Kind = "reject" | "dismiss" | "suspend";

export type Question<Row> = {
  kind: Kind;
  row: Row;
  /** True once the row has left the queue, usually because a colleague was faster. */
  isEnded: boolean;
  close: () => void;
};

/** The question before a hard decision. It stays open until the moderator leaves it, even if its row leaves the queue first. */
export function useQuestion<Row extends { _id: string }>(queue: readonly Row[]) {
  const [asked, setAsked] = useState<{ kind: Kind; row: Row } | null>(null);
  const question: Question<Row> | null = asked && {
    ...asked,
    isEnded: queue.every(({ _id }) => _id !== asked.row._id),
    close: () => setAsked(null),
  };
  return { question, ask: (kind: Kind, row: Row) => setAsked({ kind, row }) };
}
