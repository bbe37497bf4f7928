import { useState } from "react";

type Kind = "reject" | "suspend";

/** The question before a hard decision. It stays open until the moderator leaves it, even if its row leaves the queue first. */
export function useQuestion<Row extends { _id: string }>(queue: readonly Row[]) {
  const [asked, setAsked] = useState<{ kind: Kind; row: Row } | null>(null);
  const ask = (kind: Kind, row: Row) => setAsked({ kind, row });
  if (asked === null) return { question: null, ask };

  const isEnded = queue.every(({ _id }) => _id !== asked.row._id);
  return { question: { ...asked, isEnded, close: () => setAsked(null) }, ask };
}
