const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * Limits on the bytes from clients in memory: incomplete messages, and calls without a response. With the largest message that may always
 * continue (20 MiB), the total is about 64 MiB.
 */
export const LIMITS = {
  /** For connections and requests that hold more than `smallBytes`. */
  largeBytes: 32 * MiB,
  /** Reserved for connections and requests that hold less, so that they overtake large ones. */
  totalSmallBytes: 8 * MiB,
  /** The same without a token, so that anonymous connections never delay signed-in ones. */
  anonymousLargeBytes: 2 * MiB,
  anonymousSmallBytes: 2 * MiB,
  smallBytes: 64 * KiB,
  /** For a single connection: a quarter of all. */
  perConnection: 16 * MiB,
  /** Seconds that a message may take to arrive, excluding pauses by this server. The next limit includes them. */
  seconds: 30,
  secondsWithWaiting: 120,
};

export type InFlightLimits = typeof LIMITS;

export interface Source {
  /** Stops reading until `resume`. */
  pause(): void;
  resume(): void;
  /** Called when a message takes too long to arrive. */
  end(): void;
}

/**
 * The bytes in flight of all sockets and requests. A flow that would exceed a limit is paused until others are done, so its data waits at
 * the sender. One message of each kind may always continue, so that incomplete messages do not wait for each other.
 */
export class InFlight {
  readonly limits: InFlightLimits;
  readonly #timer = setInterval(() => this.tick(), 1_000).unref();
  readonly #arriving = new Set<Flow>();
  readonly #waiting = new Set<Flow>();
  readonly #budgets: Record<BudgetName, Budget>;

  constructor(limits: InFlightLimits = LIMITS) {
    this.limits = limits;
    this.#budgets = {
      small: { limit: limits.totalSmallBytes, heldBytes: 0, exemptFlow: null },
      large: { limit: limits.largeBytes, heldBytes: 0, exemptFlow: null },
      anonymousSmall: { limit: limits.anonymousSmallBytes, heldBytes: 0, exemptFlow: null },
      anonymousLarge: { limit: limits.anonymousLargeBytes, heldBytes: 0, exemptFlow: null },
    };
  }

  /** Adds a connection, which starts without a token, or a request. */
  open(source: Source, isAnonymous = false): Flow {
    return new Flow(this, source, isAnonymous);
  }

  get heldBytes(): number {
    return Object.values(this.#budgets).reduce((sum, { heldBytes }) => sum + heldBytes, 0);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Runs every second. Counts its runs and does not use a clock: while this process is too busy to read, no time passes. */
  tick(): void {
    for (const flow of this.#arriving) flow.tick();
  }

  /** Updates the budgets after a flow's bytes or token changed. */
  changed(flow: Flow, heldBefore: number, wasAnonymous = flow.isAnonymous): void {
    const budget = this.#budgetOf(flow.heldBytes, flow.isAnonymous);
    this.#budgetOf(heldBefore, wasAnonymous).heldBytes -= heldBefore;
    budget.heldBytes += flow.heldBytes;
    if (flow.isArriving) this.#arriving.add(flow);
    else this.#arriving.delete(flow);
    for (const other of Object.values(this.#budgets)) {
      if (other.exemptFlow === flow && (!flow.isArriving || other !== budget)) other.exemptFlow = null;
    }
    if (this.#mustWait(flow)) this.#waiting.add(flow);
    else if (flow.isAnonymous !== wasAnonymous) this.#waiting.delete(flow);
    flow.setPaused(this.#waiting.has(flow));
    if (flow.heldBytes < heldBefore || flow.isAnonymous !== wasAnonymous) this.#resumeOthers();
  }

  #budgetOf(bytes: number, isAnonymous: boolean): Budget {
    const isLarge = bytes > this.limits.smallBytes;
    if (isAnonymous) return isLarge ? this.#budgets.anonymousLarge : this.#budgets.anonymousSmall;
    return isLarge ? this.#budgets.large : this.#budgets.small;
  }

  #resumeOthers(): void {
    for (const flow of this.#waiting) {
      if (this.#mustWait(flow)) continue;
      this.#waiting.delete(flow);
      flow.setPaused(false);
    }
  }

  #mustWait(flow: Flow): boolean {
    const budget = this.#budgetOf(flow.heldBytes, flow.isAnonymous);
    if (flow.heldBytes === 0) return false;
    if (flow.heldBytes < this.limits.perConnection && budget.heldBytes <= budget.limit) return false;
    // Without unanswered calls of its own, its message must continue or time out.
    if (!flow.isArriving || flow.unansweredBytes > 0) return true;
    budget.exemptFlow ??= flow;
    return budget.exemptFlow !== flow;
  }
}

/** The bytes of all flows of a kind, and the one message that may always continue. */
interface Budget {
  limit: number;
  heldBytes: number;
  exemptFlow: Flow | null;
}

type BudgetName = "small" | "large" | "anonymousSmall" | "anonymousLarge";

/** The bytes in flight of a connection or request. */
export class Flow {
  readonly #inFlight: InFlight;
  readonly #source: Source;
  #arrived = 0;
  #unanswered = 0;
  #isPaused = false;
  #isAnonymous: boolean;
  #seconds = 0;
  #secondsWithWaiting = 0;

  constructor(inFlight: InFlight, source: Source, isAnonymous: boolean) {
    this.#inFlight = inFlight;
    this.#source = source;
    this.#isAnonymous = isAnonymous;
  }

  get isAnonymous(): boolean {
    return this.#isAnonymous;
  }

  set isAnonymous(isAnonymous: boolean) {
    const before = this.#isAnonymous;
    this.#isAnonymous = isAnonymous;
    if (isAnonymous !== before) this.#inFlight.changed(this, this.heldBytes, before);
  }

  /** True while a message has arrived in part. */
  get isArriving(): boolean {
    return this.#arrived > 0;
  }

  get unansweredBytes(): number {
    return this.#unanswered;
  }

  get heldBytes(): number {
    return this.#arrived + this.#unanswered;
  }

  /** Sets how many bytes of an incomplete message have arrived. 0: none. */
  set arrivedBytes(bytes: number) {
    if (bytes === this.#arrived) return;
    const before = this.heldBytes;
    if (bytes < this.#arrived || this.#arrived === 0) this.#seconds = this.#secondsWithWaiting = 0;
    this.#arrived = bytes;
    this.#inFlight.changed(this, before);
  }

  get arrivedBytes(): number {
    return this.#arrived;
  }

  /** Counts a complete message's bytes until `release`. */
  hold(bytes: number): void {
    this.#unanswered += bytes;
    this.#inFlight.changed(this, this.heldBytes - bytes);
  }

  release(bytes: number): void {
    this.#unanswered -= bytes;
    this.#inFlight.changed(this, this.heldBytes + bytes);
  }

  close(): void {
    const before = this.heldBytes;
    this.#arrived = this.#unanswered = 0;
    this.#inFlight.changed(this, before);
  }

  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#source.pause();
    else this.#source.resume();
  }

  tick(): void {
    this.#secondsWithWaiting += 1;
    if (!this.#isPaused) this.#seconds += 1;
    const { seconds, secondsWithWaiting } = this.#inFlight.limits;
    if (this.#seconds > seconds || this.#secondsWithWaiting > secondsWithWaiting) this.#source.end();
  }
}
