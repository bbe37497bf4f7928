/** A mutex: runs work in order, one at a time, even after a failure. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all work so far is done. */
  async done(): Promise<void> {
    await this.#last;
  }
}
