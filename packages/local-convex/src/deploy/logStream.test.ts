import { expect, test, vi } from "vitest";
import type { LogEntry } from "../contract/core";
import { LogStream } from "./logStream";

test("a first reader gets what is kept at once, a second call waits for something new", async () => {
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

test("with nothing new a reader is let go in time to ask again", async () => {
  vi.useFakeTimers();
  const logs = new LogStream();
  const { newCursor } = await logs.after(0);
  const waiting = logs.after(newCursor);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await waiting).toEqual({ entries: [], newCursor });
  vi.useRealTimers();
});

test("a reader from before a restart gets all that is kept", async () => {
  const logs = new LogStream();
  logs.add(entry("one"));
  expect((await logs.after(99)).entries).toMatchObject([{ identifier: "one" }]);
});

test("the last thousand are kept, fewer when they talk much, and the CLI's own questions never", async () => {
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
