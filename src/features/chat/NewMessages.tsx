import { useState } from "react";
import type { Message } from "./usePages";
import { words } from "./words";

/**
 * Reads out each message of the other that comes while the thread is open, once. The log itself is not live: with a message a screen
 * reader would read its button and its time, one's own messages, and older pages.
 */
export function NewMessages({ messages, name }: { messages: readonly Message[]; name: string }) {
  const [known] = useState(messages.at(-1)?.position ?? 0);
  const fresh = messages.filter(({ mine, position }) => !mine && position > known);
  return (
    <div aria-live="polite" className="sr-only">
      {fresh.slice(-KEPT).map(({ position, held, text }) => (
        <p key={position}>{held ? words.held(name) : `${words.from(name)} ${text}`}</p>
      ))}
    </div>
  );
}

/** As many as may come at once. Others would be found there twice. */
const KEPT = 3;
