import type { Id } from "../../../convex/_generated/dataModel";

/** A decision that the deployment has not answered yet. */
export type Waiting = { profileId: Id<"users">; liked: boolean };

/** Why a decision does not stand: there was none left today, or something about the person. */
export type Refusal = "spent" | "refused";

/** `unknown`: nobody can tell now, as when the session ended; it stays and is sent again another time. */
export type Answer = "taken" | Refusal | "unknown";

type OnRefused = (swipe: Waiting, why: Refusal) => void;

/** Where decisions lie until they are answered; it outlives the page. */
export type Shelf = { read: () => readonly Waiting[]; write: (all: readonly Waiting[]) => void };

export type Outbox = {
  /** Keeps a decision and sends it. The first one about a person holds until it is answered. */
  put: (swipe: Waiting) => void;
  /** Sends again, in order, what the page before this one left behind. */
  resume: () => void;
  /** What is not answered yet, in the order it was decided. The same list until it changes. */
  waiting: () => readonly Waiting[];
  onChange: (listen: () => void) => () => void;
  onRefused: (listen: OnRefused) => () => void;
};

/**
 * Decisions on their way. Each is written down before it is sent and crossed out when it is answered, so that a lost
 * network or a reload loses none. `send` must keep the order of its calls; the deployment takes a repetition for one.
 */
export function openOutbox(shelf: Shelf, send: (swipe: Waiting) => Promise<Answer>): Outbox {
  const changed = new Set<() => void>();
  const refused = new Set<OnRefused>();
  let waiting = shelf.read();

  // Another tab writes on the same shelf: what it has put there or crossed out meanwhile holds.
  const rewrite = (next: (all: readonly Waiting[]) => readonly Waiting[]) => {
    waiting = next(shelf.read());
    shelf.write(waiting);
    for (const listen of changed) listen();
  };
  const dispatch = async (swipe: Waiting) => {
    const answer = await send(swipe);
    if (answer === "unknown") return;
    rewrite((all) => all.filter(({ profileId }) => profileId !== swipe.profileId));
    if (answer !== "taken") for (const listen of refused) listen(swipe, answer);
  };

  return {
    put: (swipe) => {
      if (shelf.read().some(({ profileId }) => profileId === swipe.profileId)) return;
      rewrite((all) => [...all, swipe]);
      void dispatch(swipe);
    },
    resume: () => {
      for (const swipe of shelf.read()) void dispatch(swipe);
    },
    waiting: () => waiting,
    onChange: (listen) => listening(changed, listen),
    onRefused: (listen) => listening(refused, listen),
  };
}

function listening<T>(all: Set<T>, one: T): () => void {
  all.add(one);
  return () => all.delete(one);
}
