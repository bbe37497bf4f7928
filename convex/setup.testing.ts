/** Runs before every test file of this room: each test leaves the real clock and real functions behind. */
import { afterEach, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
