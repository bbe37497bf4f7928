/** What a worker was running when its event loop stood still. */
export type Running =
  | { kind: "nothing" }
  /** A call, by the number that the main thread gave its request. */
  | { kind: "request"; id: number }
  /** A live query, by one of its subscriptions. */
  | { kind: "live"; id: number }
  /** A scheduled mutation. */
  | { kind: "job"; id: string };

const BEAT = 0;
const PATIENCE = 1;
const KIND = 2;
const ID = 3;
const WORDS = 4;
const TEXT_BYTES = 64;
const KINDS = ["nothing", "request", "live", "job"] as const;

/** A few words of memory that both threads see, so that one can tell what the other is stuck in. */
export class Pulse {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #text: Uint8Array;

  constructor(buffer = new SharedArrayBuffer(WORDS * 4 + TEXT_BYTES)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, WORDS);
    this.#text = new Uint8Array(buffer, WORDS * 4, TEXT_BYTES);
  }

  /** Counts up as long as the event loop turns. */
  beat(): void {
    Atomics.add(this.#words, BEAT, 1);
  }

  get beats(): number {
    return Atomics.load(this.#words, BEAT);
  }

  /** Long work on the database stands the event loop still without being stuck. */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    Atomics.add(this.#words, PATIENCE, 1);
    try {
      return await work();
    } finally {
      Atomics.sub(this.#words, PATIENCE, 1);
    }
  }

  get isPatient(): boolean {
    return Atomics.load(this.#words, PATIENCE) > 0;
  }

  /** Notes what runs while `work` does. Queries and mutations run one at a time. */
  async noting<T>(running: Exclude<Running, { kind: "nothing" }>, work: () => Promise<T>): Promise<T> {
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
export const STUCK = "Function execution timed out (maximum duration: 5s)";
