/** The clock of a test. It moves only on request. */
import { onTestFinished, vi } from "vitest";
import { setupTest, type Product } from "./product.testing";

export const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

/** Stops the clock. Timers still run. */
export function freeze(): void {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
}

/** Creates an empty product on a clock that stands still. `overrides` change settings. */
export function frozenTest(overrides: Record<string, string> = {}): Product {
  freeze();
  return setupTest(overrides);
}

/** Stops the clock at the festival's next noon, for tests that count days. In the evening, UTC and the festival have different dates. */
export function freezeAtNoon(): void {
  freeze();
  vi.setSystemTime(Math.ceil((Date.now() - 7 * HOUR) / DAY) * DAY + 7 * HOUR);
}

/** Stops the clock if it still runs, and moves it forward. */
export function pass(milliseconds: number): void {
  freeze();
  vi.setSystemTime(Date.now() + milliseconds);
}

/** Stops the clock. From then on it jumps to the next timer whenever code waits for one. */
export function jump(): void {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
}

/** Stops the clock. Scheduled functions wait for `runScheduled`. */
export function holdTimers(): void {
  const real = globalThis.setTimeout;
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const held = globalThis.setTimeout;
  let after = 0;
  // Every job is due at a time of its own, so that they run one by one.
  const oneByOne = (work: () => void, delay = 0) => held(work, delay + (after += 1));
  globalThis.setTimeout = oneByOne as typeof setTimeout;
  onTestFinished(() => {
    vi.useRealTimers();
    globalThis.setTimeout = real;
  });
}

/**
 * Runs the functions scheduled since the timers were held, one after the other. If two overlapped, convex-test would take a file that
 * one stores for a write of the other.
 */
export async function runScheduled(t: Product): Promise<void> {
  while (vi.getTimerCount() > 0) {
    vi.advanceTimersToNextTimer();
    await t.finishInProgressScheduledFunctions();
  }
}
