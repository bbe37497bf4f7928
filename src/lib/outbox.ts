import { Listeners } from "./events";

/** An entry on its way to the deployment. */
export type Queued<Entry, Reason> = {
  /** Makes the entry idempotent: sent twice, it counts once. */
  key: string;
  /** Entries of one lane are sent in order, one after the other. */
  lane: string;
  /** Its place in the order of all entries. */
  number: number;
  entry: Entry;
  /** Why the deployment refused it. A refused entry is sent again only by `retry`. */
  failure?: Reason;
};

/**
 * The result for an entry: accepted, refused with a reason, or retried after a pause in milliseconds. `unknown`: no result is possible now,
 * as when the session ended. The entry stays queued, with those behind it, until the outbox restarts.
 */
export type SendResult<Reason> = "accepted" | "unknown" | { refused: Reason } | { retryAfter: number };

/** Stores the entries: see `outboxStorage`. All tabs share it, and it outlives them. */
export type OutboxStorage<Entry, Reason> = {
  /** Returns all entries by number. */
  read: () => readonly Queued<Entry, Reason>[];
  /** Returns the entry of a key, or undefined if none is stored. */
  find: (key: string) => Queued<Entry, Reason> | undefined;
  put: (queued: Queued<Entry, Reason>) => void;
  remove: (key: string) => void;
  /** Calls back when another tab changes the entry of a key, or all (null). Returns how to stop. */
  onChange: (listener: (key: string | null) => void) => () => void;
};

export type OutboxOptions<Entry, Reason> = {
  keyOf: (entry: Entry) => string;
  laneOf: (entry: Entry) => string;
  storage: OutboxStorage<Entry, Reason>;
  /** Must not reject. Calls of several lanes are made in the order of their entries. */
  send: (entry: Entry) => Promise<SendResult<Reason>>;
  /** Runs the work while no other tab does: see `withBrowserLock`. */
  withLock: (work: () => Promise<void>) => Promise<void>;
  pause: (ms: number) => Promise<void>;
  /** True if a refused entry with this reason stays stored. Otherwise the refusal is only reported. */
  keepsRefusal?: (reason: Reason) => boolean;
};

/**
 * Entries on their way to the deployment. Each is stored before it is sent and deleted once it has a result. So neither a lost network nor
 * a reload loses one: the next page or another tab sends it. A lane's entries are sent one after the other, so they arrive in order. The
 * deployment ignores a repeated key, so each counts once. The lock between tabs only saves repetitions.
 */
export class Outbox<Entry, Reason> {
  readonly #options: OutboxOptions<Entry, Reason>;
  readonly #changes = new Listeners();
  readonly #refusals = new Listeners<[entry: Entry, reason: Reason]>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #stalled = new Set<string>();
  /** What is stored, by number. A change reads one entry again: reading all for each of thousands would take a minute. */
  #queued: readonly Queued<Entry, Reason>[];
  #lastNumber = 0;
  #isWaiting = false;
  #hasLock = false;
  #isStarted = false;
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: OutboxOptions<Entry, Reason>) {
    this.#options = options;
    this.#queued = options.storage.read();
  }

  /** Sends stored and new entries. Returns how to stop sending. */
  start(): () => void {
    const unsubscribe = this.#options.storage.onChange((key) => this.#refresh(key));
    let resolveStopped = (): void => undefined;
    this.#stopped = new Promise((resolve) => (resolveStopped = resolve));
    this.#isStarted = true;
    this.#stalled.clear();
    this.#refresh(null);
    return () => {
      unsubscribe();
      this.#isStarted = false;
      resolveStopped();
    };
  }

  /** Stores an entry and sends it. Ignores an entry whose key is already stored. */
  add(entry: Entry): void {
    const { storage, keyOf, laneOf } = this.#options;
    const key = keyOf(entry);
    const lane = laneOf(entry);
    if (storage.find(key) !== undefined) return;
    const isOnlyOne = !this.#queued.some((queued) => this.#isToSend(queued));
    storage.put({ key, lane, number: this.#nextNumber(), entry });
    this.#stalled.delete(lane);
    this.#read(key);
    // Sends without the lock: other tabs have nothing to send, and a person waits for the result.
    if (isOnlyOne && this.#isStarted) this.#startLane(lane);
    this.#announce();
    this.#sendAll(lane);
  }

  /** Sends a refused entry again, behind the others of its lane. */
  retry(key: string): void {
    const refused = this.#options.storage.find(key);
    if (refused?.failure === undefined) return;
    this.#options.storage.remove(key);
    this.add(refused.entry);
  }

  /** Deletes an entry. One that is being sent may still arrive. */
  remove(key: string): void {
    this.#options.storage.remove(key);
    this.#refresh(key);
  }

  /** Returns the entries without a result and the kept refused ones, in order. The same array until they change. */
  readonly queued = (): readonly Queued<Entry, Reason>[] => this.#queued;

  readonly onChange = this.#changes.add;

  readonly onRefused = this.#refusals.add;

  /** Returns a number above all that this tab has used or knows of. */
  #nextNumber(): number {
    this.#lastNumber = Math.max(this.#lastNumber, this.#queued.at(-1)?.number ?? 0) + 1;
    return this.#lastNumber;
  }

  #refresh(key: string | null) {
    const changed = this.#read(key);
    this.#announce();
    if (key === null) this.#sendAll(null);
    else if (changed !== undefined) this.#sendAll(changed.lane);
  }

  /** Reads one entry again and returns it, or reads all (null). */
  #read(key: string | null): Queued<Entry, Reason> | undefined {
    const { storage } = this.#options;
    const queued = key === null ? undefined : storage.find(key);
    const others = key === null ? storage.read() : this.#queued.filter((other) => other.key !== key);
    this.#queued = queued === undefined ? others : [...others, queued].sort(byNumber);
    return queued;
  }

  #announce() {
    this.#changes.call();
  }

  /** Sends the entries of a lane, or of all (null). */
  #sendAll(lane: string | null) {
    if (!this.#isStarted) return;
    if (this.#hasLock) return lane === null ? this.#startLanes() : this.#startLane(lane);
    if (this.#isWaiting || !this.#queued.some((queued) => this.#isToSend(queued))) return;
    this.#isWaiting = true;
    void this.#options.withLock(() => this.#sendWithLock());
  }

  async #sendWithLock() {
    this.#isWaiting = false;
    // Stopped while it waited. The next start asks for the lock again.
    if (!this.#isStarted) return;
    this.#hasLock = true;
    this.#startLanes();
    while (this.#running.size > 0 && this.#isStarted) {
      await Promise.race([Promise.all(this.#running.values()), this.#stopped]);
    }
    this.#hasLock = false;
  }

  #startLanes() {
    for (const { lane } of this.#queued) this.#startLane(lane);
  }

  #startLane(lane: string) {
    if (this.#running.has(lane)) return;
    const first = this.#firstOf(lane);
    if (first !== undefined) this.#running.set(lane, this.#sendLane(first));
  }

  async #sendLane(first: Queued<Entry, Reason>) {
    const { lane } = first;
    for (
      let next: typeof first | undefined = first;
      next !== undefined && this.#isStarted;
      next = this.#firstOf(lane)
    ) {
      const result = await this.#options.send(next.entry);
      if (result === "unknown") this.#stalled.add(lane);
      else if (typeof result === "object" && "retryAfter" in result) await this.#options.pause(result.retryAfter);
      else this.#settle(next, result);
    }
    this.#running.delete(lane);
  }

  #settle(queued: Queued<Entry, Reason>, result: "accepted" | { refused: Reason }) {
    const { storage, keepsRefusal: keeps = () => false } = this.#options;
    // It may have been deleted by now, for example by a sign-out, or replaced by an entry with its key. Then nothing is stored.
    const isStored = storage.find(queued.key)?.number === queued.number;
    if (isStored && (result === "accepted" || !keeps(result.refused))) storage.remove(queued.key);
    else if (isStored && result !== "accepted") storage.put({ ...queued, failure: result.refused });
    this.#refresh(queued.key);
    if (result === "accepted") return;
    this.#refusals.call(queued.entry, result.refused);
  }

  /** Returns the next entry of a lane. Reads it again: another tab may have settled it, or a sign-out deleted it. */
  #firstOf(lane: string): Queued<Entry, Reason> | undefined {
    for (const queued of this.#queued) {
      const stored =
        queued.lane === lane && this.#isToSend(queued) ? this.#options.storage.find(queued.key) : undefined;
      if (stored !== undefined && this.#isToSend(stored)) return stored;
    }
    return undefined;
  }

  #isToSend({ lane, failure }: Queued<Entry, Reason>): boolean {
    return failure === undefined && !this.#stalled.has(lane);
  }
}

/** Sorts by number. Two tabs may use the same number at the same moment. Then the key decides, so both see one order. */
export function byNumber<E, R>(one: Queued<E, R>, other: Queued<E, R>): number {
  return one.number - other.number || (one.key < other.key ? -1 : 1);
}

/** Returns a unique key. `randomUUID` is missing on unencrypted pages. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
