import { expect, test } from "vitest";
import { ExpectedError } from "../deploy/expected";
import { checkDay, saveOrders } from "./close";

const now = Date.parse("2031-01-10T12:00:00Z");
const status = { lastDay: "2030-12-21", latestDay: "2031-02-20" };

test.each([
  ["", /Name the day/],
  ["2026-13-45", /There is no day 2026-13-45/],
  ["2020-01-01", /a day that is to come/],
  ["2031-01-09", /a day that is to come/],
  ["2031-02-21", /promises 20 February 2031 at the latest/],
])("a closing planned for the day %j is refused with the reason", (day, sentence) => {
  expect(() => checkDay(day, status, now)).toThrow(sentence);
  expect(() => checkDay(day, status, now)).toThrow(ExpectedError);
});

test("a closing may be planned for a future day", () => {
  expect(() => checkDay("2031-01-11", status, now)).not.toThrow();
  expect(() => checkDay("2031-01-11", { lastDay: null, latestDay: null }, now)).not.toThrow();
});

test("a file that cannot be written is reported in one sentence", async () => {
  const noOrders = (async () => ({ rows: [], next: null })) as Parameters<typeof saveOrders>[0];
  const saving = saveOrders(noOrders, "/nonexistent/x.csv");
  await expect(saving).rejects.toThrow("/nonexistent/x.csv cannot be written (ENOENT).");
  await expect(saving).rejects.toBeInstanceOf(ExpectedError);
});
