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

test("who follows the log has what ran a moment later, in one message for many calls", () => {
  for (const path of ["a", "b", "c"]) reports.log(entry(path));
  vi.advanceTimersByTime(40);
  expect(posted).toHaveLength(0);
  vi.advanceTimersByTime(10);
  expect(posted).toHaveLength(1);
  expect(logged()).toEqual(["a", "b", "c"]);
});

test("log lines go along with the answer to a request, once", () => {
  reports.log(entry("a"));
  reports.respond(1, "value");
  vi.advanceTimersByTime(1_000);
  expect(posted.map(({ responses }) => responses.length)).toEqual([1]);
  expect(logged()).toEqual(["a"]);
});

test("log lines keep no memory while very much runs", () => {
  for (let n = 0; n < 600; n++) reports.log(entry(String(n)));
  vi.advanceTimersByTime(0);
  expect(logged()).toHaveLength(600);
});
