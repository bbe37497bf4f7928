import { expect, test } from "vitest";
import { setFestivalOfPage } from "../../lib/festival";
import { festival } from "../../testing/festival";
import { clock, dayLine, dayOf, listTime } from "./days";

/** Half past midnight at the festival, when in Greenwich it is still the day before. */
const night = Date.parse("2025-12-18T19:00:00Z");
const MINUTE = 60_000;

setFestivalOfPage(festival);

test("days and times are those of the festival, wherever the phone thinks it is", () => {
  expect(dayOf(night)).toBe("2025-12-19");
  expect(clock(night)).toBe("00:30");
});

test.each([
  [0, "Today", "00:30"],
  [-31 * MINUTE, "Yesterday", "Yesterday"],
  [-24 * 60 * MINUTE, "Yesterday", "Yesterday"],
  [-25 * 60 * MINUTE, "Wednesday 17 December", "17 Dec"],
])("a message of %s ms from now stands under its day", (offset, line, short) => {
  expect(dayLine(night + offset, dayOf(night))).toBe(line);
  expect(listTime(night + offset, dayOf(night))).toBe(short);
});
