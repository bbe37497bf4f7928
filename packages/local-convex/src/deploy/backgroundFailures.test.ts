import { expect, test } from "vitest";
import type { LogEntry } from "../contract/core";
import { BackgroundFailures } from "./backgroundFailures";

test("a failing scheduled function is logged once a minute with its count, and a failing call of a client is not", () => {
  const logged: string[] = [];
  let now = 0;
  const failures = new BackgroundFailures(
    (line) => void logged.push(line),
    () => now,
  );
  failures.add(entry({ isScheduled: false }));
  failures.add(entry({ error: null }));
  expect(logged).toEqual([]);
  for (let i = 0; i < 4; i++) failures.add(entry({}));
  failures.add(entry({ componentPath: "" }));
  now = 60_000;
  failures.add(entry({}));
  expect(logged).toEqual([
    "The scheduled function loop:main of component workpool failed: Uncaught Error: no",
    "The scheduled function loop:main failed: Uncaught Error: no",
    "The scheduled function loop:main of component workpool failed (and 3 times in the minutes before): Uncaught Error: no",
  ]);
});

function entry(fields: Partial<LogEntry>): LogEntry {
  const times = { timestamp: 0, executionTime: 0, usage: null };
  const common = { path: "loop:main", componentPath: "workpool", udfType: "mutation" as const, requestId: "r" };
  return { ...common, ...times, logLines: [], error: "Uncaught Error: no", isScheduled: true, ...fields };
}
