type Stop = () => unknown;

/** Milliseconds after which the process ends even if something has not stopped. */
const longest = 4_000;

/** Everything to stop at the end, in the order of starting. */
export class Stops {
  readonly #stops: Stop[] = [];
  /** True once stopping has begun. */
  ended = false;

  /** Adds something to stop. Stops it at once if stopping has begun. */
  add(stop: Stop) {
    if (this.ended) void Promise.resolve(stop()).catch(console.error);
    else this.#stops.push(stop);
  }

  /** Stops everything, the last started first. Ends the process after `longest` milliseconds. */
  async run() {
    this.ended = true;
    setTimeout(() => process.exit(1), longest).unref();
    for (const stop of this.#stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (error) {
        console.error(error);
      }
    }
  }

  /** Makes Ctrl+C, `kill` and a closed terminal stop everything before the process ends. */
  onSignal() {
    let since: number | null = null;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        // Ctrl+C arrives twice, from the terminal and through npm. Another signal more than a second later ends at once.
        if (since !== null && Date.now() - since > 1_000) process.exit(1);
        if (since !== null) return;
        since = Date.now();
        void this.run().then(() => process.exit(0));
      });
    }
  }
}
