import { describe, expect, test } from "vitest";
import { closingPlan, isNameTyped } from "./closing";
import { DAY } from "../testing/clock.testing";

test("a typed festival name matches with the quotes, dashes and spaces of a phone keyboard", () => {
  const name = "St John\u2019s \u201cNight\u201d \u2013 2030";
  for (const typed of [name, `St John's "Night" - 2030`, " St  John`s \u201dNight\u201d \u2014 2030 "]) {
    expect(isNameTyped(typed, name), typed).toBe(true);
  }
  for (const typed of ["", "St Johns Night 2030", `st john's "night" - 2030`, name.slice(0, -1)]) {
    expect(isNameTyped(typed, name), typed).toBe(false);
  }
});

describe("the plan", () => {
  const calendar = { timeZone: "Asia/Kolkata", firstDay: "2030-12-18", lastDay: "2030-12-21" };

  test("announces 16 days after the last day, closes the app 7 days later, and erases after another 7", () => {
    const at = (date: string) => Date.parse(`${date}T04:00:00+05:30`);
    expect(closingPlan(calendar)).toEqual({
      ...{ announcesAt: at("2031-01-06"), stopsAt: at("2031-01-13"), erasesAt: at("2031-01-20") },
      ...{ erasesOn: "2031-01-20", latestDay: "2031-02-19", endableAt: null },
    });
    expect(closingPlan({ ...calendar, lastDay: null, firstDay: null })).toBeNull();
  });

  test("leaves a week after the announcement, or a day if an organiser confirmed a sooner day", () => {
    const announcedAt = Date.parse("2031-06-01T10:00:00Z");
    const late = closingPlan(calendar, { announcedAt });
    expect(late).toMatchObject({ erasesAt: announcedAt + 7 * DAY, stopsAt: announcedAt + DAY });
    expect(closingPlan(calendar, { announcedAt, isSooner: true, erasesOn: "2031-01-02" })).toMatchObject({
      ...{ erasesAt: announcedAt + DAY, endableAt: announcedAt + DAY },
    });
  });

  test("counts a last day in the past as the day it was saved", () => {
    const since = Date.parse("2031-06-01T10:00:00Z");
    expect(closingPlan(calendar, { since })).toMatchObject({
      ...{ announcesAt: Date.parse("2031-06-17T04:00:00+05:30"), erasesOn: "2031-07-01", latestDay: "2031-07-31" },
    });
    expect(closingPlan(calendar, { since: Date.parse("2030-12-01T10:00:00Z") })).toEqual(closingPlan(calendar));
  });
});
