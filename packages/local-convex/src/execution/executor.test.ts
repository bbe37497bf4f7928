import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "../database/database";
import { ANY_TABLE, ReadSet } from "../database/readSet";
import type { DiskSync } from "../database/diskSync";
import type { LiveQuery } from "../contract/core";
import { Executor } from "./executor";
import { LiveQueryRunner } from "./liveQueryRunner";

const QUERY: LiveQuery = {
  path: "a:b",
  componentPath: "",
  args: "{}",
  identity: null,
  caller: "client",
  journal: null,
};

/** A database whose disk syncs when the test says so, and one live query that depends on every table. */
async function diskThat(isQuick: boolean) {
  const events: string[] = [];
  const database = new Database(join(mkdtempSync(join(tmpdir(), "executor-")), "data.sqlite"));
  let synced = () => {};
  let runs = 0;
  const soon = () => {
    events.push("sync begins");
    return new Promise<void>((resolve) => (synced = resolve));
  };
  const live = new LiveQueryRunner(() => {
    events.push("query runs");
    const reads = new ReadSet();
    reads.missing.add(ANY_TABLE);
    const outcome = { ok: true, value: String(++runs) } as const;
    return Promise.resolve({ outcome, logLines: [], journal: null, identityUsed: false, reads });
  });
  const executor = new Executor(database, { isQuick, soon } as unknown as DiskSync, live, {
    batchFinished: ({ changed }) => void (changed.length > 0 && events.push("result is told")),
    poll: () => undefined,
    syncFailed: () => undefined,
  });
  live.subscribe(1, QUERY);
  executor.push(() => undefined);
  await executor.drain();
  events.length = 0;
  return { database, executor, events, sync: () => synced() };
}

test.each([true, false])(
  "live queries rerun during the disk write, and no client gets the result before it is done (quick: %s)",
  async (isQuick) => {
    const { database, executor, events, sync } = await diskThat(isQuick);
    const written = executor.write((transaction) => transaction.insert("", "notes", {}));
    void written.then(() => events.push("writer is answered"));

    await expect.poll(() => events).toEqual(["sync begins", "query runs"]);
    sync();
    await executor.drain();

    expect(events).toEqual(["sync begins", "query runs", "result is told", "writer is answered"]);
    database.close();
  },
);

/** Five slow queries, on a clock that advances when one of them runs, and the events in order. */
function slowQueries() {
  const events: string[] = [];
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const database = new Database(join(mkdtempSync(join(tmpdir(), "executor-")), "data.sqlite"));
  const live = new LiveQueryRunner((_, __, id) => {
    now += 1_000;
    events.push(`query ${id}`);
    const outcome = { ok: true, value: "1" } as const;
    return Promise.resolve({ outcome, logLines: [], journal: null, identityUsed: false, reads: new ReadSet() });
  });
  const sync = { isQuick: true, now: () => undefined } as unknown as DiskSync;
  const executor = new Executor(database, sync, live, {
    batchFinished: ({ started }) => void (started.length > 0 && events.push(`${started.length} told`)),
    poll: () => undefined,
    syncFailed: () => undefined,
  });
  const forEachQuery = (subscribe: (id: number, query: LiveQuery) => void) => {
    for (let id = 1; id <= 5; id++) subscribe(id, { ...QUERY, args: `{"n":${id}}` });
  };
  return { database, live, executor, events, forEachQuery };
}

test("a call runs between the first results of many queries", async () => {
  const { database, live, executor, events, forEachQuery } = slowQueries();
  forEachQuery((id, query) => live.subscribe(id, query));
  executor.push(() => undefined);
  await expect.poll(() => events).toContain("query 1");
  executor.push(() => void events.push("call"));
  await executor.drain();

  expect(events.indexOf("call")).toBeLessThan(events.indexOf("query 3"));
  expect(events.filter((event) => event === "1 told")).toHaveLength(5);
  database.close();
});

test("a new worker reruns all queries of the previous one before it reports a commit, and its event loop keeps turning", async () => {
  const { database, live, executor, events, forEachQuery } = slowQueries();
  forEachQuery((id, query) => live.resume(id, query));
  setImmediate(() => events.push("beat"));
  const written = executor.write((transaction) => transaction.insert("", "notes", {}));
  await written.then(() => events.push("writer is answered"));

  expect(events.filter((event) => event !== "beat")).toEqual([
    ...[1, 2, 3, 4, 5].map((id) => `query ${id}`),
    "5 told",
    "writer is answered",
  ]);
  expect(events.indexOf("beat")).toBeLessThan(events.indexOf("query 5"));
  await executor.drain();
  database.close();
});
