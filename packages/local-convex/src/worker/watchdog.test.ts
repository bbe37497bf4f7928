import { expect, test } from "vitest";
import { Watchdog } from "./watchdog";

/** A worker as the main thread sees it, checked every second. */
function watched() {
  const worker = { thread: 7, beats: 1, isInLongWork: false, usedMs: 0 };
  const watchdog = new Watchdog(worker, () => worker.usedMs);
  /** Returns the seconds until it counts as stuck, or null if it never does. Each second it gets `ms` of a processor, and beats or not. */
  const after = (seconds: number, ms: number, { beats = false } = {}) => {
    for (let second = 1; second <= seconds; second++) {
      worker.usedMs += ms;
      if (beats) worker.beats += 1;
      if (watchdog.isStuck()) return second;
    }
    return null;
  };
  watchdog.isStuck();
  return { worker, after };
}

test("a worker whose event loop is blocked is terminated after six seconds of processor time", () => {
  expect(watched().after(60, 1_000)).toBe(7);
});

test("a worker that gets a fiftieth of a processor may block its event loop for minutes", () => {
  const { after } = watched();

  expect(after(250, 20)).toBeNull();
  expect(after(1, 20, { beats: true })).toBeNull();
  // Time used for one function does not count for the next.
  expect(after(250, 20)).toBeNull();
});

test("an endless loop on a busy machine is terminated after five minutes", () => {
  expect(watched().after(1_000, 20)).toBe(301);
});

test("a busy worker whose event loop turns is never terminated", () => {
  expect(watched().after(1_000, 1_000, { beats: true })).toBeNull();
});

test("long work on the database does not count as a blocked event loop", () => {
  const { worker, after } = watched();
  worker.isInLongWork = true;

  expect(after(100, 1_000)).toBeNull();
});

test("a worker that sleeps and blocks its event loop is terminated after half a minute", () => {
  expect(watched().after(60, 0)).toBe(31);
});

test("processor time of the whole process, from before the thread is known, does not count for the thread", () => {
  const { worker, after } = watched();
  Object.assign(worker, { thread: 0, usedMs: 60_000 });
  expect(after(3, 900)).toBeNull();

  Object.assign(worker, { thread: 8, usedMs: 0 });
  expect(after(60, 90)).toBeNull();
});
