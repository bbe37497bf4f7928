/** The clock of a test: it stands still, and moves when it is told to. */
import { vi } from "vitest";

/** Stops the clock where it is. What waits for a timer still goes on. */
export function freeze(): void {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
}

/** Moves the clock on, stopping it before if it still runs. */
export function pass(milliseconds: number): void {
  freeze();
  vi.setSystemTime(Date.now() + milliseconds);
}

/** From now on time stands still, and jumps to whatever somebody waits for. */
export function jump(): void {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
}
