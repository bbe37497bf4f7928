import { expect, test } from "vitest";
import { clockText, dateText, spanText } from "./clock";

/** Five minutes past midnight in Kolkata, the evening before in London and the noon before in Los Angeles. */
const late = Date.parse("2030-01-30T18:35:00Z");

test("a time shows in its own zone, in 24 hours, whatever zone the machine has", () => {
  expect(clockText(late, "time", "Asia/Kolkata")).toBe("00:05");
  expect(clockText(late, "dayTime", "Asia/Kolkata")).toBe("31 Jan, 00:05");
  expect(clockText(late, "dayTime", "America/Los_Angeles")).toBe("30 Jan, 10:35");
  expect(clockText(late, "dateTime", "Europe/London")).toBe("30 January 2030 at 18:35");
  expect(clockText(late, "longWeekday", "Europe/London")).toBe("Wednesday 30 January");
});

test("a date has no zone, and two dates show as one span", () => {
  expect([dateText("2030-01-31", "date"), dateText("2030-01-31", "weekday")]).toEqual(["31 January 2030", "Thu 31"]);
  expect(spanText("2030-01-30", "2030-01-31", "shortDay")).toBe("30–31 Jan");
});
