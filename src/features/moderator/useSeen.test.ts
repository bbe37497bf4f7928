import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { onceSeen, SEEN_AFTER } from "./useSeen";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a row that has just come on screen", () => {
  test("is not seen by the second of two quick presses, and is after half a second", () => {
    const onSeen = vi.fn();
    onceSeen(onSeen);

    vi.advanceTimersByTime(120);
    expect(onSeen).not.toHaveBeenCalled();
    vi.advanceTimersByTime(SEEN_AFTER - 121);
    expect(onSeen).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSeen).toHaveBeenCalledOnce();
  });

  test("is never seen when it is gone before that", () => {
    const onSeen = vi.fn();
    const cancel = onceSeen(onSeen);

    vi.advanceTimersByTime(SEEN_AFTER - 1);
    cancel();
    vi.advanceTimersByTime(SEEN_AFTER);
    expect(onSeen).not.toHaveBeenCalled();
  });
});
