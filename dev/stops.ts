type Stop = () => unknown;

/** Milliseconds after which the process ends even if something has not stopped. */
const STOP_TIMEOUT_MS = 4_000;

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

  /** Stops everything, the last started first. Ends the process after `STOP_TIMEOUT_MS` milliseconds. */
  async run() {
    this.ended = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
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
    let firstSignalAt: number | null = null;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        // Ctrl+C arrives twice, from the terminal and through npm. Another signal more than a second later ends at once.
        if (firstSignalAt !== null && Date.now() - firstSignalAt > 1_000) process.exit(1);
        if (firstSignalAt !== null) return;
        firstSignalAt = Date.now();
        void this.run().then(() => process.exit(0));
      });
    }
  }
}
