type Stop = () => unknown;

const longest = 4_000;

/** What has to be stopped, in the order in which it was started. */
export class Stops {
  readonly #stops: Stop[] = [];
  /** From the first moment of stopping on. */
  ended = false;

  /** Adds what to stop. If stopping has begun, it is stopped at once. */
  add(stop: Stop) {
    if (this.ended) void Promise.resolve(stop()).catch(console.error);
    else this.#stops.push(stop);
  }

  /** The last started stops first. Never takes longer than a person would wait. */
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

  /** Ctrl+C, `kill` and a closed terminal end the process cleanly. */
  onSignal() {
    let since: number | null = null;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        // Ctrl+C reaches us twice, from the terminal and through npm. A later second signal means: stop now.
        if (since !== null && Date.now() - since > 1_000) process.exit(1);
        if (since !== null) return;
        since = Date.now();
        void this.run().then(() => process.exit(0));
      });
    }
  }
}
