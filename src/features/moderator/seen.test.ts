import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { onceSeen, SEEN_AFTER } from "./seen";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("whoever has just come on screen", () => {
  test("is not seen by the second of two quick presses, and is after half a second", () => {
    const say = vi.fn();
    onceSeen(say);

    vi.advanceTimersByTime(120);
    expect(say).not.toHaveBeenCalled();
    vi.advanceTimersByTime(SEEN_AFTER - 121);
    expect(say).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(say).toHaveBeenCalledOnce();
  });

  test("and has gone before that was never seen", () => {
    const say = vi.fn();
    const gone = onceSeen(say);

    vi.advanceTimersByTime(SEEN_AFTER - 1);
    gone();
    vi.advanceTimersByTime(SEEN_AFTER);
    expect(say).not.toHaveBeenCalled();
  });
});
