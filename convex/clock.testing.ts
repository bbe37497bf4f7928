/** The clock of a test, which moves only when told to. */
import { vi } from "vitest";

/** Stops the clock. Timers still run. */
export function freeze(): void {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
}

/** Stops the clock if it still runs, and moves it forward. */
export function pass(milliseconds: number): void {
  freeze();
  vi.setSystemTime(Date.now() + milliseconds);
}

/** From now on the clock stands still, and jumps to the next timer whenever something waits for one. */
export function jump(): void {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
}
