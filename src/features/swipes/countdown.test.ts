import { expect, test } from "vitest";
import { countdown } from "./countdown";

const now = Date.UTC(2025, 11, 18, 12);
const after = (minutes: number) => now + minutes * 60_000;

test("the countdown shows hours and minutes", () => {
  expect(countdown(after(8 * 60 + 5), now)).toBe("8h 5m");
  expect(countdown(after(60), now)).toBe("1h 0m");
  expect(countdown(after(0.2), now)).toBe("0h 1m");
});

test("a countdown that has run out says so", () => {
  expect(countdown(now, now)).toBe("Resetting soon...");
  expect(countdown(after(-90), now)).toBe("Resetting soon...");
});
