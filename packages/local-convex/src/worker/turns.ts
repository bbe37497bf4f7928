/** Does one thing after the other, whether or not the one before succeeds. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when everything so far is done. */
  async done(): Promise<void> {
    await this.#last;
  }
}
