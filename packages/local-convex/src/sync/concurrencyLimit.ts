/** Limits the concurrent work per holder and queues the rest, so that one busy holder does not delay others. */
export class ConcurrencyLimit<Holder extends object> {
  readonly #limit: number;
  readonly #queues = new Map<Holder, { running: number; queued: (() => void)[] }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs `work`: at once below the limit, otherwise when earlier work of the holder ends. */
  async run<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(holder) ?? { running: 0, queued: [] };
    this.#queues.set(holder, queue);
    if (queue.running < this.#limit) queue.running += 1;
    else await new Promise<void>((resolve) => queue.queued.push(resolve));
    try {
      return await work();
    } finally {
      // The next work takes over the place, so `running` stays.
      const next = queue.queued.shift();
      if (next) next();
      else if ((queue.running -= 1) === 0) this.#queues.delete(holder);
    }
  }
}
