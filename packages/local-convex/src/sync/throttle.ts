/** A client that sends faster than it is answered waits at its own wire, not in our memory. */
export class Throttle {
  private inFlight = 0;
  private paused = false;

  constructor(
    private readonly wire: { pause(): void; resume(): void },
    private readonly most = 512,
  ) {}

  begin(): void {
    this.inFlight += 1;
    if (this.paused || this.inFlight < this.most) return;
    this.paused = true;
    this.wire.pause();
  }

  end(): void {
    this.inFlight -= 1;
    if (!this.paused || this.inFlight > this.most / 2) return;
    this.paused = false;
    this.wire.resume();
  }
}
