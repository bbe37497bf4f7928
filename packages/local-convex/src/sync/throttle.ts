/** A client that sends faster than it is answered waits at its own wire, not in our memory. */
export class Throttle {
  readonly #wire: { pause(): void; resume(): void };
  readonly #most: number;
  #inFlight = 0;
  #paused = false;

  constructor(wire: { pause(): void; resume(): void }, most = 512) {
    this.#wire = wire;
    this.#most = most;
  }

  begin(): void {
    this.#inFlight += 1;
    if (this.#paused || this.#inFlight < this.#most) return;
    this.#paused = true;
    this.#wire.pause();
  }

  end(): void {
    this.#inFlight -= 1;
    if (!this.#paused || this.#inFlight > this.#most / 2) return;
    this.#paused = false;
    this.#wire.resume();
  }
}
