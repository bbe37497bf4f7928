import { expect, test, vi } from "vitest";
import type { LogEntry } from "../contract/core";
import { LogStream } from "./logStream";

test("a reader gets the kept entries at once, and its second call waits for a new entry", async () => {
  const logs = new LogStream();
  logs.add(entry("one"));
  const first = await logs.after(0);
  expect(first.entries).toMatchObject([{ kind: "Completion", identifier: "one", udfType: "Mutation", success: true }]);
  expect(first.newCursor).toBeGreaterThan(0);

  const second = logs.after(first.newCursor);
  const early = await Promise.race([second, new Promise((resolve) => setTimeout(() => resolve("waiting"), 20))]);
  expect(early).toBe("waiting");
  logs.add(entry("two"));
  expect((await second).entries).toMatchObject([{ identifier: "two" }]);
});

test("a reader gets an empty response after half a minute without new entries", async () => {
  vi.useFakeTimers();
  const logs = new LogStream();
  const { newCursor } = await logs.after(0);
  const waiting = logs.after(newCursor);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await waiting).toEqual({ entries: [], newCursor });
  vi.useRealTimers();
});

test("a reader with a cursor from before a restart gets all kept entries", async () => {
  const logs = new LogStream();
  logs.add(entry("one"));
  expect((await logs.after(99)).entries).toMatchObject([{ identifier: "one" }]);
});

test("the log keeps the last thousand entries, fewer if they are long, and never the CLI's own queries", async () => {
  const logs = new LogStream();
  for (let i = 0; i < 1500; i++) logs.add(entry(String(i)));
  logs.add(entry("_system/cli/tables"));
  expect((await logs.after(0)).entries.map((one) => (one as LogEntry & { identifier: string }).identifier)).toEqual(
    Array.from({ length: 1000 }, (_, i) => String(i + 500)),
  );
  for (let i = 0; i < 40; i++) logs.add(entry("loud", "x".repeat(1024 * 1024)));
  expect((await logs.after(0)).entries).toHaveLength(16);
});

function entry(path: string, line = "said"): LogEntry {
  const common = {
    componentPath: "",
    udfType: "mutation" as const,
    timestamp: 0,
    executionTime: 0,
    requestId: "r",
    usage: null,
    isScheduled: false,
  };
  return { path, logLines: [line], error: null, ...common };
}
