import { expect, test } from "vitest";
import { usageOf } from "./refundRule";
import { DAY } from "../testing/clock.testing";

/** A festival of ten days. Its last night ends at 04:00. */
const calendar = { firstDay: "2030-01-01", lastDay: "2030-01-10", timeZone: "Asia/Kolkata" };
const end = Date.parse("2030-01-11T04:00:00+05:30");
const paidAt = end - 10 * DAY;

test.each([
  ["just paid", 0, 0, "inside"],
  ["a fifth of the time has passed", 2, 0.2, "inside"],
  ["a moment more has passed", 2.0001, 0.20001, "beyond"],
  ["the festival is over", 12, 1, "beyond"],
])("%s: %d days, %d of the time, %s the rule", (_, days, share, rule) => {
  const use = usageOf({ paidAt, cause: null }, calendar, paidAt + days * DAY);
  expect(use).toEqual({ days, share: expect.closeTo(share, 5), rule });
});

test("if a fifth of the time exceeds fourteen days, the fourteen days decide", () => {
  const early = end - 100 * DAY;
  expect(usageOf({ paidAt: early, cause: null }, calendar, early + 14 * DAY)).toMatchObject({
    days: 14,
    rule: "inside",
  });
  expect(usageOf({ paidAt: early, cause: null }, calendar, early + 14 * DAY + 1)).toMatchObject({ rule: "beyond" });
});

test("without festival days there is no share, and only the fourteen days count", () => {
  const without = { ...calendar, firstDay: null, lastDay: null };
  expect(usageOf({ paidAt, cause: null }, without, paidAt + DAY)).toEqual({ days: 1, share: null, rule: "inDays" });
  expect(usageOf({ paidAt, cause: null }, without, paidAt + 15 * DAY)).toMatchObject({ share: null, rule: "beyond" });
});

test("a payment made twice, after leaving or in a wrong amount is always refunded, and a failed refund stays decided", () => {
  for (const cause of ["twice", "gone", "mismatch"] as const) {
    expect(usageOf({ paidAt, cause }, calendar, end + DAY).rule).toBe("always");
  }
  expect(usageOf({ paidAt, cause: "refundFailed" }, calendar, end).rule).toBe("decided");
});

test("the share stays between 0 and 1 for a payment after the end, or for one in the future", () => {
  expect(usageOf({ paidAt: end + DAY, cause: null }, calendar, end + 2 * DAY)).toMatchObject({
    share: 1,
    rule: "beyond",
  });
  expect(usageOf({ paidAt, cause: null }, calendar, paidAt - DAY)).toEqual({ days: 0, share: 0, rule: "inside" });
});
