import { useState } from "react";
import { draft } from "../../lib/draft";

/** The unsent text of a thread. It survives reloads and works offline. Signing out deletes it. */
export function useDraft(me: string, matchId: string): [string, (text: string) => void] {
  const stored = threadDraft(me, matchId);
  const [text, setText] = useState(() => stored.read().text ?? "");
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
  return draft<{ text: string }>(`writing:${me}:${matchId}`, "browser");
}
