/** A mutex: runs work in order, one at a time, even after a failure. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all work so far is done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
