import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LogEntry } from "../contract/core";
import type { Report } from "./messages";
import { ReportBatcher } from "./reportBatcher";

let posted: Report[];
let reports: ReportBatcher;

beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  reports = new ReportBatcher((report) => posted.push(report));
});
afterEach(() => {
  vi.useRealTimers();
});

const entry = (path: string): LogEntry => ({
  ...{ path, componentPath: "", udfType: "query", logLines: [], error: null, timestamp: 0, executionTime: 0 },
  ...{ requestId: "r", usage: null, isScheduled: false },
});
const logged = () => posted.flatMap(({ logs }) => logs.map(({ path }) => path));

test("the log entries of many calls are posted in one message, 50 ms later", () => {
  for (const path of ["a", "b", "c"]) reports.log(entry(path));
  vi.advanceTimersByTime(40);
  expect(posted).toHaveLength(0);
  vi.advanceTimersByTime(10);
  expect(posted).toHaveLength(1);
  expect(logged()).toEqual(["a", "b", "c"]);
});

test("log entries are posted once, with the response to a request", () => {
  reports.log(entry("a"));
  reports.respond(1, "value");
  vi.advanceTimersByTime(1_000);
  expect(posted.map(({ responses }) => responses.length)).toEqual([1]);
  expect(logged()).toEqual(["a"]);
});

test("many log entries are posted before the 50 ms are over, so that they hold no memory", () => {
  for (let n = 0; n < 600; n++) reports.log(entry(String(n)));
  vi.advanceTimersByTime(0);
  expect(logged()).toHaveLength(600);
});
