import { expect, test } from "vitest";
import { Patience } from "./patience";

/** A worker as the main thread sees it, and one look at it after each second. */
function watched() {
  const worker = { thread: 7, beats: 1, isInLongWork: false, usedMs: 0 };
  const patience = new Patience(worker, () => worker.usedMs);
  /** Seconds until it is given up, or null if it never is. Each second it gets `ms` of a processor, and beats or not. */
  const after = (seconds: number, ms: number, { beats = false } = {}) => {
    for (let second = 1; second <= seconds; second++) {
      worker.usedMs += ms;
      if (beats) worker.beats += 1;
      if (patience.isOver()) return second;
    }
    return null;
  };
  patience.isOver();
  return { worker, after };
}

test("a function that never gives up control is ended after six seconds of work", () => {
  expect(watched().after(60, 1_000)).toBe(7);
});

test("a starved worker that gets a fiftieth of a processor is left alone for as long as its work may take", () => {
  const { after } = watched();

  expect(after(250, 20)).toBeNull();
  expect(after(1, 20, { beats: true })).toBeNull();
  // What it used for one function is not held against the next.
  expect(after(250, 20)).toBeNull();
});

test("an endless loop on a starved machine is ended too, only later", () => {
  expect(watched().after(1_000, 20)).toBe(301);
});

test("a worker that works beyond measure but turns is left alone", () => {
  expect(watched().after(1_000, 1_000, { beats: true })).toBeNull();
});

test("long work on the database is no fault", () => {
  const { worker, after } = watched();
  worker.isInLongWork = true;

  expect(after(100, 1_000)).toBeNull();
});

test("a function that sleeps without giving up control is ended after half a minute", () => {
  expect(watched().after(60, 0)).toBe(31);
});

test("what the whole process used before a starting worker named its thread is no measure for the thread", () => {
  const { worker, after } = watched();
  Object.assign(worker, { thread: 0, usedMs: 60_000 });
  expect(after(3, 900)).toBeNull();

  Object.assign(worker, { thread: 8, usedMs: 0 });
  expect(after(60, 90)).toBeNull();
});
