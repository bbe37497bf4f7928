import type { Id } from "../../../convex/_generated/dataModel";

/** A decision that the deployment has not confirmed yet. */
export type QueuedSwipe = { profileId: Id<"users">; liked: boolean };

/** Why a decision does not stand: no swipes were left today, or the deployment refused it for another reason. */
export type RefusalReason = "noneLeft" | "refused";

/** `unknown`: nobody can tell now, as when the session ended. The swipe stays queued and is sent again another time. */
export type SendResult = "accepted" | RefusalReason | "unknown";

type RefusalListener = (swipe: QueuedSwipe, reason: RefusalReason) => void;

/** Where queued decisions are stored. It outlives the page. */
export type OutboxStorage = { read: () => readonly QueuedSwipe[]; write: (all: readonly QueuedSwipe[]) => void };

export type Outbox = {
  /** Stores a decision and sends it. The first one about a person holds until it is answered. */
  add: (swipe: QueuedSwipe) => void;
  /** Sends again, in order, what the page before this one left unanswered. */
  resume: () => void;
  /** What is not answered yet, in the order it was decided. The same list until it changes. */
  queued: () => readonly QueuedSwipe[];
  onChange: (listener: () => void) => () => void;
  onRefused: (listener: RefusalListener) => () => void;
};

/**
 * Decisions on their way to the deployment. Each is stored before it is sent and deleted when it is answered, so that a
 * lost network or a reload loses none. `send` must keep the order of its calls; the deployment ignores a repeated swipe.
 */
export function createOutbox(storage: OutboxStorage, send: (swipe: QueuedSwipe) => Promise<SendResult>): Outbox {
  const changeListeners = new Set<() => void>();
  const refusalListeners = new Set<RefusalListener>();
  let queued = storage.read();

  // Another tab writes to the same storage, so every change starts from what is stored there now.
  const update = (change: (all: readonly QueuedSwipe[]) => readonly QueuedSwipe[]) => {
    queued = change(storage.read());
    storage.write(queued);
    for (const listener of changeListeners) listener();
  };
  const dispatch = async (swipe: QueuedSwipe) => {
    const result = await send(swipe);
    if (result === "unknown") return;
    update((all) => all.filter(({ profileId }) => profileId !== swipe.profileId));
    if (result !== "accepted") for (const listener of refusalListeners) listener(swipe, result);
  };

  return {
    add: (swipe) => {
      if (storage.read().some(({ profileId }) => profileId === swipe.profileId)) return;
      update((all) => [...all, swipe]);
      void dispatch(swipe);
    },
    resume: () => {
      for (const swipe of storage.read()) void dispatch(swipe);
    },
    queued: () => queued,
    onChange: (listener) => subscribe(changeListeners, listener),
    onRefused: (listener) => subscribe(refusalListeners, listener),
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
