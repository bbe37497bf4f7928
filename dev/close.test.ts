import { expect, test, vi } from "vitest";
import { ExpectedError } from "../deploy/expected";
import { checkDay, closeCommand, printStatus, saveOrders } from "./close";

const now = Date.parse("2031-01-10T12:00:00Z");
const status = { timeZone: "Asia/Kolkata", lastDay: "2030-12-21", latestDay: "2031-02-20" };

test.each([[["plna", "2031-01-20"]], [["plan"]], [["announce", "tomorrow"]], [["orders", "a.csv", "b.csv"]]])(
  "%j is refused, because a word is unknown, missing or too many",
  (words) => {
    expect(() => closeCommand(words)).toThrow(
      new ExpectedError("Use one of: status, plan DAY, announce, stop, begin, prove, orders FILE."),
    );
  },
);

test("the progress is printed in festival time", () => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const steps = { announcedAt: Date.parse("2031-01-04T13:00Z"), stopsAt: Date.parse("2031-01-17T22:30Z") };
  const none = { announcesAt: null, stoppedAt: null, startedAt: null, doneAt: null, erasesAt: null, endableAt: null };
  const open = { stage: "announced" as const, erasesOn: null, phase: null, batches: 0, steps: [], proof: null };
  printStatus({ festival: "Lights", ...status, ...none, ...steps, ...open }, { label: "here" });
  expect(lines).toEqual([
    "\nLights on here: announced (times in Asia/Kolkata)",
    "  announced      4 January 2031 at 18:30",
    "  app closed     18 January 2031 at 04:00",
    "  all deleted    –",
    "  at the latest  20 February 2031",
  ]);
});

test.each([
  ["", /Name the day/],
  ["2026-13-45", /There is no day 2026-13-45/],
  ["2020-01-01", /a future day/],
  ["2031-01-10", /a future day/],
  ["2031-01-09", /a future day/],
  ["2031-02-21", /promises 20 February 2031 at the latest/],
])("a closing planned for the day %j is refused with the reason", (day, sentence) => {
  expect(() => checkDay(day, status, now)).toThrow(sentence);
  expect(() => checkDay(day, status, now)).toThrow(ExpectedError);
});

test("a closing may be planned for a future day", () => {
  expect(() => checkDay("2031-01-11", status, now)).not.toThrow();
  expect(() => checkDay("2031-01-11", { ...status, lastDay: null, latestDay: null }, now)).not.toThrow();
});

test("a file that cannot be written is reported in one sentence", async () => {
  const noOrders = (async () => ({ rows: [], next: null })) as Parameters<typeof saveOrders>[0];
  const saving = saveOrders(noOrders, "/nonexistent/x.csv", "UTC");
  await expect(saving).rejects.toThrow("/nonexistent/x.csv cannot be written (ENOENT).");
  await expect(saving).rejects.toBeInstanceOf(ExpectedError);
});
