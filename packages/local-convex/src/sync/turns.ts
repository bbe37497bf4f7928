/** What each holder has under way is bounded; more of it waits, so that who asks for much waits for itself, not others for it. */
export class Turns<Holder extends object> {
  readonly #most: number;
  readonly #queues = new Map<Holder, { running: number; waiting: (() => void)[] }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Does the work: at once if the holder has a turn left, otherwise when one of its own is over. */
  async take<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(holder) ?? { running: 0, waiting: [] };
    this.#queues.set(holder, queue);
    if (queue.running < this.#most) queue.running += 1;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The turn is passed on as it is.
      const next = queue.waiting.shift();
      if (next) next();
      else if ((queue.running -= 1) === 0) this.#queues.delete(holder);
    }
  }
}
