import { useEffect, useState } from "react";
import { draft, onDraftChange } from "../../lib/draft";
import { isText } from "../../lib/stored";

/** The unsent text of a thread, the same in all tabs. It survives reloads and works offline. Signing out deletes it. */
export function useDraft(me: string, matchId: string): [string, (text: string) => void] {
  const stored = threadDraft(me, matchId);
  const [text, setText] = useState(() => stored.read().text ?? "");
  useEffect(
    () => onDraftChange(threadKey(me, matchId), () => setText(threadDraft(me, matchId).read().text ?? "")),
    [me, matchId],
  );
  return [
    text,
    (next) => {
      setText(next);
      if (next === "") stored.clear();
      else stored.write({ text: next });
    },
  ];
}

/** The stored draft of a thread, per person. */
export function threadDraft(me: string, matchId: string) {
  return draft<{ text: string }>(threadKey(me, matchId), { text: isText }, "browser");
}

function threadKey(me: string, matchId: string): string {
  return `writing:${me}:${matchId}`;
}
