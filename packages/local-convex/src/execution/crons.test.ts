import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Database } from "../database/database";
import { CronTable, nextTime, timeAfter, type Schedule } from "./crons";

const next = (schedule: Schedule, after: string) => new Date(nextTime(schedule, Date.parse(after))).toISOString();

// A Saturday.
const NOW = "2026-11-21T08:52:30.500Z";

test.each<[what: string, Schedule, expected: string]>([
  ["every ten seconds", { type: "interval", seconds: 10 }, "2026-11-21T08:52:40.500Z"],
  ["every two hours", { type: "interval", hours: 2 }, "2026-11-21T10:52:30.500Z"],
  ["hourly at 10 past", { type: "hourly", minuteUTC: 10 }, "2026-11-21T09:10:00.000Z"],
  ["hourly on the hour", { type: "hourly" }, "2026-11-21T09:00:00.000Z"],
  ["daily, later today", { type: "daily", hourUTC: 9, minuteUTC: 30 }, "2026-11-21T09:30:00.000Z"],
  ["daily, earlier today and so tomorrow", { type: "daily", hourUTC: 8, minuteUTC: 0 }, "2026-11-22T08:00:00.000Z"],
  ["on Mondays", { type: "weekly", dayOfWeek: "monday", hourUTC: 6, minuteUTC: 5 }, "2026-11-23T06:05:00.000Z"],
  ["on the 31st, which November lacks", { type: "monthly", day: 31, hourUTC: 1 }, "2026-12-31T01:00:00.000Z"],
  ["every quarter of an hour", { type: "cron", cron: "*/15 * * * *" }, "2026-11-21T09:00:00.000Z"],
  ["on working days", { type: "cron", cron: "0 9 * * mon-fri" }, "2026-11-23T09:00:00.000Z"],
  ["on the 1st or on Sundays", { type: "cron", cron: "0 0 1 * 0" }, "2026-11-22T00:00:00.000Z"],
  ["on Sundays, written as 7", { type: "cron", cron: "0 0 * * 7" }, "2026-11-22T00:00:00.000Z"],
  ["every twenty minutes from minute 5", { type: "cron", cron: "5/20 * * * *" }, "2026-11-21T09:05:00.000Z"],
  ["on two days of two months", { type: "cron", cron: "0 6 1,15 3-4 *" }, "2027-03-01T06:00:00.000Z"],
  ["on 29 February", { type: "cron", cron: "5 4 29 feb *" }, "2028-02-29T04:05:00.000Z"],
])("a job that runs %s gets its next time", (_, schedule, expected) => {
  expect(next(schedule, NOW)).toBe(expected);
});

test.each(["* * * *", "60 * * * *", "* * * * mon-x", "0 0 31 2 *", "@daily", "* * * * * *", ""])(
  "the expression '%s' is refused",
  (cron) => {
    expect(() => nextTime({ type: "cron", cron }, Date.parse(NOW))).toThrow();
  },
);

test("an empty interval is refused", () => {
  expect(() => nextTime({ type: "interval" }, 0)).toThrow("at least a second");
});

test("a new interval runs at once, and then keeps its phase, however late a run is", () => {
  const database = new Database(join(mkdtempSync(join(tmpdir(), "crons-")), "data.sqlite"));
  onTestFinished(() => database.close());
  const table = new CronTable(database);
  const schedule = { type: "interval", minutes: 10 };
  table.plan([{ component: "", identifier: "clean up", path: "app:clean", args: "{}", schedule }]);
  expect(table.nextRun()).toBeLessThanOrEqual(Date.now());

  const [due, minute] = [Date.parse(NOW), 60_000];
  expect(timeAfter(schedule, due, due + 1)).toBe(due + 10 * minute);
  expect(timeAfter(schedule, due, due + 25 * minute)).toBe(due + 30 * minute);
});

test("two components may have a cron job of the same name, and a push that drops one keeps the other", () => {
  const database = new Database(join(mkdtempSync(join(tmpdir(), "crons-")), "data.sqlite"));
  onTestFinished(() => database.close());
  const table = new CronTable(database);
  const cron = (component: string, path: string) => ({
    ...{ component, identifier: "clean up", path, args: "{}" },
    schedule: { type: "hourly" },
  });
  const added = { added: ["clean up"], updated: [], deleted: [] };
  expect(table.plan([cron("", "app:clean"), cron("mail", "mail:clean")])).toEqual({ "": added, mail: added });

  expect(table.plan([cron("mail", "mail:clean")])).toEqual({ "": { added: [], updated: [], deleted: ["clean up"] } });
  expect(table.all("")).toEqual([]);
  expect(table.all("mail")).toMatchObject([{ name: "clean up", path: "mail:clean" }]);
});
