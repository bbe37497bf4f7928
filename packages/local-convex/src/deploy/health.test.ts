import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { LogEntry } from "../contract/core";
import { Health } from "./health";
import { LogStream } from "./logStream";

test("the health report shows counts, the size on disk and the slowest functions", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "health-"));
  await writeFile(path.join(dir, "data.sqlite"), "x".repeat(2048));
  const logs = new LogStream();
  const health = new Health(dir, logs, () => ({ sockets: 2, liveQueries: 7 }));
  logs.add(ran("messages:send", 0.002, null));
  logs.add(ran("messages:send", 0.004, "it failed"));
  logs.add(ran("photos:resize", 0.25, null));
  logs.add(ran("_system/frontend/tableShape", 9, null));
  health.committed();

  expect(health.report()).toMatchObject({
    sockets: 2,
    liveQueries: 7,
    databaseBytes: 2048,
    commits: 1,
    executions: 3,
    failures: 1,
    slowest: [
      { path: "photos:resize", calls: 1, failures: 0, longestMs: 250 },
      { path: "messages:send", calls: 2, failures: 1, longestMs: 4, meanMs: 3 },
    ],
  });
});

function ran(path: string, executionTime: number, error: string | null): LogEntry {
  const common = {
    componentPath: "",
    udfType: "mutation" as const,
    isScheduled: false,
    usage: null,
    logLines: [],
    timestamp: 0,
    requestId: "r",
  };
  return { path, executionTime, error, ...common };
}
