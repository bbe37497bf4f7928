import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Database } from "../database/database";
import { ANY_TABLE, ReadSet } from "../database/readSet";
import type { Sync } from "../database/sync";
import type { LiveQuery } from "./core";
import { Executor } from "./executor";
import { Live } from "./live";

const QUERY: LiveQuery = {
  path: "a:b",
  componentPath: "",
  args: "{}",
  identity: null,
  caller: "client",
  journal: null,
};

/** A database on a disk that takes as long as it is told to, and one live query that depends on every table. */
async function diskThat(isQuick: boolean) {
  const events: string[] = [];
  const database = new Database(join(mkdtempSync(join(tmpdir(), "executor-")), "data.sqlite"));
  let [synced, runs] = [() => {}, 0];
  const soon = () => {
    events.push("sync begins");
    return new Promise<void>((resolve) => (synced = resolve));
  };
  const live = new Live(() => {
    events.push("query runs");
    const reads = new ReadSet();
    reads.missing.add(ANY_TABLE);
    const outcome = { ok: true, value: String(++runs) } as const;
    return Promise.resolve({ outcome, logLines: [], journal: null, identityUsed: false, reads });
  });
  const executor = new Executor(database, { isQuick, soon } as unknown as Sync, live, {
    settled: ({ changed }) => void (changed.length > 0 && events.push("result is told")),
    poll: () => undefined,
  });
  live.subscribe(1, QUERY);
  executor.push(() => undefined);
  await executor.drain();
  events.length = 0;
  return { database, executor, events, sync: () => synced() };
}

test.each([true, false])(
  "live queries run again while the disk works, and nobody is told before it is done (quick: %s)",
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
