/** Pauses a client with too many unanswered calls, so that further ones wait in its network buffers instead of memory here. */
export class Throttle {
  readonly #channel: { pause(): void; resume(): void };
  readonly #limit: number;
  #inFlight = 0;
  #paused = false;

  constructor(channel: { pause(): void; resume(): void }, limit = 512) {
    this.#channel = channel;
    this.#limit = limit;
  }

  begin(): void {
    this.#inFlight += 1;
    if (this.#paused || this.#inFlight < this.#limit) return;
    this.#paused = true;
    this.#channel.pause();
  }

  end(): void {
    this.#inFlight -= 1;
    if (!this.#paused || this.#inFlight > this.#limit / 2) return;
    this.#paused = false;
    this.#channel.resume();
  }
}
