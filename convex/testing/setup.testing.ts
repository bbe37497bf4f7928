/** Runs before every test file of this room: each test leaves the real clock and real functions behind, and no client's answers held a secret of somebody else's. */
import { afterEach, expect, vi } from "vitest";
import { takeLeaks } from "./watched.testing";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(takeLeaks(), "no client has received what it may not see").toEqual([]);
});
