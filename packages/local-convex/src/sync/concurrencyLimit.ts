/** Bounds the work in progress for each holder. What exceeds the limit is queued, so that one busy holder does not delay the others. */
export class ConcurrencyLimit<Holder extends object> {
  readonly #limit: number;
  readonly #queues = new Map<Holder, { running: number; queued: (() => void)[] }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Does the work: at once below the limit, otherwise when earlier work of the same holder ends. */
  async run<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(holder) ?? { running: 0, queued: [] };
    this.#queues.set(holder, queue);
    if (queue.running < this.#limit) queue.running += 1;
    else await new Promise<void>((resolve) => queue.queued.push(resolve));
    try {
      return await work();
    } finally {
      // The next one takes the place of this one, so `running` stays as it is.
      const next = queue.queued.shift();
      if (next) next();
      else if ((queue.running -= 1) === 0) this.#queues.delete(holder);
    }
  }
}
