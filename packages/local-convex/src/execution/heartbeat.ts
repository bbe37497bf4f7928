/** What a worker is running, so that the main thread knows what blocks its event loop. */
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
const WORDS = 5;
const TEXT_BYTES = 64;
const KINDS = ["nothing", "request", "live", "job"] as const;

/** Memory that both threads share: a counter that shows the event loop turns, and what is running. */
export class Heartbeat {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #text: Uint8Array;

  constructor(buffer = new SharedArrayBuffer(WORDS * 4 + TEXT_BYTES)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, WORDS);
    this.#text = new Uint8Array(buffer, WORDS * 4, TEXT_BYTES);
  }

  /** Called by a timer: the counter grows as long as the event loop turns. */
  beat(): void {
    Atomics.add(this.#words, BEAT, 1);
  }

  /** Called once by the worker: the operating system's number of its thread, 0 where that is not to be had. */
  started(thread: number): void {
    Atomics.store(this.#words, THREAD, thread);
  }

  get thread(): number {
    return Atomics.load(this.#words, THREAD);
  }

  get beats(): number {
    return Atomics.load(this.#words, BEAT);
  }

  /** Marks long work on the database, which blocks the event loop and is no fault. */
  duringLongWork<T>(work: () => T): T {
    const ended = () => void Atomics.sub(this.#words, LONG_WORK, 1);
    Atomics.add(this.#words, LONG_WORK, 1);
    let result: T;
    try {
      result = work();
    } catch (error) {
      ended();
      throw error;
    }
    if (result instanceof Promise) result.then(ended, ended);
    else ended();
    return result;
  }

  get isInLongWork(): boolean {
    return Atomics.load(this.#words, LONG_WORK) > 0;
  }

  /** Publishes the running function until `work` ends. Queries and mutations run one at a time. */
  async whileRunning<T>(running: Exclude<Running, { kind: "nothing" }>, work: () => Promise<T>): Promise<T> {
    if (running.kind === "job") this.#text.set(new TextEncoder().encode(running.id.padEnd(TEXT_BYTES)));
    else Atomics.store(this.#words, ID, running.id);
    Atomics.store(this.#words, KIND, KINDS.indexOf(running.kind));
    try {
      return await work();
    } finally {
      Atomics.store(this.#words, KIND, 0);
    }
  }

  get running(): Running {
    const kind = KINDS[Atomics.load(this.#words, KIND)] ?? "nothing";
    if (kind === "nothing") return { kind };
    if (kind === "job") return { kind, id: Buffer.from(this.#text).toString().trimEnd() };
    return { kind, id: Atomics.load(this.#words, ID) };
  }
}

/** The error of a function that was ended because it did not give up control. */
export const FUNCTION_TIMED_OUT = "Function execution timed out (maximum duration: 5s)";
