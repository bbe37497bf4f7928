import { expect, test } from "vitest";
import { setFestivalOfPage } from "../../lib/festival";
import { festival } from "../../testing/festival";
import { clock, dayLine, dayOf, listTime } from "./days";

/** Half past midnight at the festival, still the day before in Greenwich. */
const night = Date.parse("2025-12-18T19:00:00Z");
const MINUTE = 60_000;

setFestivalOfPage(festival);

test("days and times are the festival's, whatever the phone's time zone", () => {
  expect(dayOf(night)).toBe("2025-12-19");
  expect(clock(night)).toBe("00:30");
});

test.each([
  [0, "Today", "00:30"],
  [-31 * MINUTE, "Yesterday", "Yesterday"],
  [-24 * 60 * MINUTE, "Yesterday", "Yesterday"],
  [-25 * 60 * MINUTE, "Wednesday 17 December", "17 Dec"],
])("a message %s ms from now is listed under its day, and has a short time in the list", (offset, line, short) => {
  expect(dayLine(night + offset, dayOf(night))).toBe(line);
  expect(listTime(night + offset, dayOf(night))).toBe(short);
});
