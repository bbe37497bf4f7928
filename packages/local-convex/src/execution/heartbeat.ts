/** The function that a worker is running. Tells the main thread which function blocks the worker's event loop. */
export type Running =
  | { kind: "nothing" }
  /** A call, by the id of its request. */
  | { kind: "request"; id: number }
  /** A live query, by one of its subscriptions. */
  | { kind: "live"; id: number }
  /** A scheduled mutation. */
  | { kind: "job"; id: string };

const BEAT = 0;
const LONG_WORK = 1;
const KIND = 2;
const ID = 3;
const THREAD = 4;
const SLOT_COUNT = 5;
const TEXT_BYTES = 64;
const KINDS = ["nothing", "request", "live", "job"] as const;

/** Memory shared by both threads: a counter that shows the event loop runs, and the running function. */
export class Heartbeat {
  readonly buffer: SharedArrayBuffer;
  readonly #slots: Int32Array;
  readonly #text: Uint8Array;

  constructor(buffer = new SharedArrayBuffer(SLOT_COUNT * 4 + TEXT_BYTES)) {
    this.buffer = buffer;
    this.#slots = new Int32Array(buffer, 0, SLOT_COUNT);
    this.#text = new Uint8Array(buffer, SLOT_COUNT * 4, TEXT_BYTES);
  }

  /** A timer calls this, so the counter grows while the event loop runs. */
  beat(): void {
    Atomics.add(this.#slots, BEAT, 1);
  }

  /** The worker calls this once. `thread`: the operating system's thread id, 0 if unknown. */
  setThread(thread: number): void {
    Atomics.store(this.#slots, THREAD, thread);
  }

  get thread(): number {
    return Atomics.load(this.#slots, THREAD);
  }

  get beats(): number {
    return Atomics.load(this.#slots, BEAT);
  }

  /** Marks long database work, which blocks the event loop without being an error. */
  duringLongWork<T>(work: () => T): T {
    const markEnded = () => void Atomics.sub(this.#slots, LONG_WORK, 1);
    Atomics.add(this.#slots, LONG_WORK, 1);
    let result: T;
    try {
      result = work();
    } catch (error) {
      markEnded();
      throw error;
    }
    if (result instanceof Promise) result.then(markEnded, markEnded);
    else markEnded();
    return result;
  }

  get isInLongWork(): boolean {
    return Atomics.load(this.#slots, LONG_WORK) > 0;
  }

  /** Publishes the running function until `work` ends. Queries and mutations run one at a time. */
  async whileRunning<T>(running: Exclude<Running, { kind: "nothing" }>, work: () => Promise<T>): Promise<T> {
    if (running.kind === "job") this.#text.set(new TextEncoder().encode(running.id.padEnd(TEXT_BYTES)));
    else Atomics.store(this.#slots, ID, running.id);
    Atomics.store(this.#slots, KIND, KINDS.indexOf(running.kind));
    try {
      return await work();
    } finally {
      Atomics.store(this.#slots, KIND, 0);
    }
  }

  get running(): Running {
    const kind = KINDS[Atomics.load(this.#slots, KIND)] ?? "nothing";
    if (kind === "nothing") return { kind };
    if (kind === "job") return { kind, id: Buffer.from(this.#text).toString().trimEnd() };
    return { kind, id: Atomics.load(this.#slots, ID) };
  }
}

/** The error of a function that was stopped because it blocked the event loop. */
export const FUNCTION_TIMED_OUT = "Function execution timed out (maximum duration: 5s)";
