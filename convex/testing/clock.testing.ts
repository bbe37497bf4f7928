/** The clock of a test. It moves only on request. */
import { onTestFinished, vi } from "vitest";
import type { Product } from "./product.testing";

/** Stops the clock. Timers still run. */
export function freeze(): void {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
}

/** Stops the clock at the festival's next noon, for a test that counts days: in the evening UTC has another day than the festival. */
export function freezeAtNoon(): void {
  const [noon, day] = [7 * 3_600_000, 86_400_000];
  freeze();
  vi.setSystemTime(Math.ceil((Date.now() - noon) / day) * day + noon);
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
  // No two are due at the same time, so that they can run one by one.
  const oneByOne = (work: () => void, delay = 0) => held(work, delay + (after += 1));
  globalThis.setTimeout = oneByOne as typeof setTimeout;
  onTestFinished(() => {
    vi.useRealTimers();
    globalThis.setTimeout = real;
  });
}

/**
 * Runs the functions scheduled since the timers were held, one after the other. Otherwise convex-test takes a file that an action stores
 * for a write of another function that runs at that moment.
 */
export async function runScheduled(t: Product): Promise<void> {
  while (vi.getTimerCount() > 0) {
    vi.advanceTimersToNextTimer();
    await t.finishInProgressScheduledFunctions();
  }
}
