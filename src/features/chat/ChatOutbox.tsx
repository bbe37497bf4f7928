import { useConvex, type ConvexReactClient } from "convex/react";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { refusalOf } from "../../../convex/shared/errors";
import { browserOutbox } from "../../lib/browserOutbox";
import { neededContext } from "../../lib/neededContext";
import { Outbox, type Queued, type SendResult } from "../../lib/outbox";
import { isNumber, isShaped, isText, type Check } from "../../lib/stored";
import { useMe } from "../../session/useAttendee";
import { words } from "./words";

/** A queued message. `at`: when it was written (ms, client clock). */
export type Unsent = { matchId: Id<"matches">; key: string; text: string; at: number };
/** The error message of a refusal. Null: the match is over, so the message is dropped. */
type Reason = string | null;
type Messages = Outbox<Unsent, Reason>;
type Unacknowledged = readonly Queued<Unsent, Reason>[];

const [OutboxContext, useChatOutbox] = neededContext<Messages>("ChatOutbox");
export { useChatOutbox };
/** Milliseconds. The pause after a refusal without a `retryAfter`. */
const DEFAULT_PAUSE = 5_000;
/** Milliseconds. If the wait is longer, the message counts as refused and shows the reason. */
const MAX_PAUSE = 10_000;

/** Wraps all member screens, so messages are sent on any of them. */
export function ChatOutbox({ children }: { children: ReactNode }) {
  const convex = useConvex();
  const { _id } = useMe();
  const [outbox] = useState(() => outboxOf(_id, (message) => send(convex, message)));
  useEffect(() => outbox.start(), [outbox]);
  return <OutboxContext.Provider value={outbox}>{children}</OutboxContext.Provider>;
}

export function useUnsent(): Unacknowledged {
  const outbox = useChatOutbox();
  return useSyncExternalStore(outbox.onChange, outbox.queued);
}

/**
 * Returns the unsent messages that the thread does not contain yet. Another tab may send them and get the result first, so they stay until
 * then. Omits refused messages that the person deleted.
 */
export function useUnsentOf(matchId: Id<"matches">, messages: readonly { key?: string }[]): Unacknowledged {
  const queued = useUnsent().filter(({ lane }) => lane === matchId);
  const [lastShown, setLastShown] = useState(queued);
  const threadKeys = new Set(messages.map(({ key }) => key));
  const isQueued = (key: string) => queued.some((entry) => entry.key === key);
  const sentElsewhere = lastShown.filter(({ key, failure }) => failure === undefined && !isQueued(key));
  const shown = [...sentElsewhere, ...queued].filter(({ key }) => !threadKeys.has(key));
  if (shown.length !== lastShown.length || shown.some((entry, index) => entry !== lastShown[index]))
    setLastShown(shown);
  return shown;
}

const isUnsent = isShaped<Unsent>({ matchId: isText as Check<Id<"matches">>, key: isText, text: isText, at: isNumber });

/** One outbox per person. The next person who signs in on this browser does not send these messages. */
function outboxOf(userId: Id<"users">, send: (message: Unsent) => Promise<SendResult<Reason>>): Messages {
  return new Outbox({
    keyOf: ({ key }) => key,
    laneOf: ({ matchId }) => matchId,
    ...browserOutbox<Unsent, Reason>(`messages:${userId}`, isUnsent),
    send,
    keepsRefusal: (reason) => reason !== null,
  });
}

async function send(convex: ConvexReactClient, { matchId, key, text }: Unsent): Promise<SendResult<Reason>> {
  try {
    await convex.mutation(api.chat.send, { matchId, key, text });
    return "accepted";
  } catch (error) {
    const refusal = refusalOf(error);
    // The session itself reports its expiry. The message is sent once the same person is signed in again.
    if (refusal?.code === "UNAUTHENTICATED") return "unknown";
    const { retryAfter = DEFAULT_PAUSE } = refusal ?? {};
    if (refusal?.code === "TOO_MANY_TRIES" && retryAfter <= MAX_PAUSE) return { retryAfter };
    if (refusal?.code === "NOT_FOUND") return { refused: null };
    return { refused: refusal?.message ?? words.failed };
  }
}
