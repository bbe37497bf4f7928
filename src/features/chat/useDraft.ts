import { useEffect, useState } from "react";
import { draft, type Draft, onDraftChange } from "../../lib/draft";

/** The unsent text of a thread, the same in all tabs. It survives reloads and works offline. Signing out deletes it. */
export function useDraft(me: string, matchId: string): [string, (text: string) => void] {
  const stored = threadDraft(me, matchId);
  const [text, setText] = useState(() => textIn(stored));
  useEffect(
    () => onDraftChange(threadKey(me, matchId), () => setText(textIn(threadDraft(me, matchId)))),
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
  return draft<{ text: string }>(threadKey(me, matchId), "browser");
}

/** Returns an empty text for a damaged draft. */
function textIn(stored: Draft<{ text: string }>): string {
  const { text } = stored.read();
  return typeof text === "string" ? text : "";
}

function threadKey(me: string, matchId: string): string {
  return `writing:${me}:${matchId}`;
}
