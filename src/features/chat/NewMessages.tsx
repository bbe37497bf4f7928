import { useState } from "react";
import type { Message } from "./usePages";
import { words } from "./words";

/**
 * Announces each new message of the other person once. The log itself is not a live region: screen readers would also read buttons, times,
 * the member's messages and older pages.
 */
export function NewMessages({ messages, name }: { messages: readonly Message[]; name: string }) {
  const [initial] = useState(messages.at(-1)?.position ?? 0);
  const newMessages = messages.filter(({ mine, position }) => !mine && position > initial);
  return (
    <div aria-live="polite" className="sr-only">
      {newMessages.slice(-MAX_ANNOUNCED).map(({ position, held, text }) => (
        <p key={position}>{held ? words.held(name) : `${words.from(name)} ${text}`}</p>
      ))}
    </div>
  );
}

/** The number of announced messages kept in the page, because several may arrive together. Screen readers would find older ones twice. */
const MAX_ANNOUNCED = 3;
