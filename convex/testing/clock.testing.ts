/** The clock of a test, which moves only when told to. */
import { onTestFinished, vi } from "vitest";
import type { Product } from "./product.testing";

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

/** From now on the clock stands still, and what is scheduled waits for `runScheduled`. */
export function holdTimers(): void {
  const real = globalThis.setTimeout;
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const held = globalThis.setTimeout;
  let after = 0;
  // None is due at the same time as another one, so that they can be run one by one.
  const oneByOne = (work: () => void, delay = 0) => held(work, delay + (after += 1));
  globalThis.setTimeout = oneByOne as typeof setTimeout;
  onTestFinished(() => {
    vi.useRealTimers();
    globalThis.setTimeout = real;
  });
}

/**
 * Runs what was scheduled since the timers are held, one after the other: a file that an action stores while another function
 * runs, convex-test takes for a write of that function's.
 */
export async function runScheduled(t: Product): Promise<void> {
  while (vi.getTimerCount() > 0) {
    vi.advanceTimersToNextTimer();
    await t.finishInProgressScheduledFunctions();
  }
}
