import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "../database/database";
import type { DiskSync } from "../database/diskSync";
import type { Transaction } from "../database/transaction";
import { Executor } from "./executor";
import { Files } from "../storage/files";
import { storageFailureOf } from "../storageFailure";
import { LiveQueryRunner } from "./liveQueryRunner";

/** An executor on a disk whose free space the test sets, and the lines that it logged. */
function onDisk(sync: Partial<DiskSync> = {}) {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(performance, "now").mockReturnValue(0);
  const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => void (vi.useRealTimers(), vi.restoreAllMocks()));
  const database = new Database(join(mkdtempSync(join(tmpdir(), "disk-")), "data.sqlite"));
  onTestFinished(() => database.close());
  const live = new LiveQueryRunner(() => expect.unreachable());
  const failures: unknown[] = [];
  const quick = { isQuick: true, isInstant: true, now: () => undefined, ...sync } as unknown as DiskSync;
  const executor = new Executor(database, quick, live, {
    batchFinished: () => undefined,
    poll: () => undefined,
    syncFailed: (error) => void failures.push(error),
  });
  const note = (text: string) => executor.write((transaction) => transaction.insert("", "notes", { text }));
  const notes = () =>
    executor.read((transaction) => {
      const query = { source: { type: "FullTableScan", tableName: "notes", order: null }, operators: [] } as const;
      const stream = transaction.query("", { ...query, operators: [] });
      const texts: string[] = [];
      for (let next = stream.next(); next !== null; next = stream.next()) {
        texts.push((JSON.parse(next) as { text: string }).text.trim());
      }
      return texts;
    });
  const space = (pages: number) => database.driver.exec(`PRAGMA max_page_count = ${pages}`);
  return { database, executor, note, notes, space, logged, failures };
}

const LONG = " ".repeat(30_000);

test("a full disk is logged once and refuses writes but not reads; with space again, it takes writes", async () => {
  const { note, notes, space, logged } = onDisk();
  await note("before");
  space(1);
  for (let time = 0; time < 3; time++) {
    await expect(note(`lost${LONG}`)).rejects.toThrow("The disk of this deployment is full");
    // Between two attempts every write is refused, even a small one.
    await expect(note("small")).rejects.toThrow("The disk of this deployment is full");
    expect(await notes()).toEqual(["before"]);
    vi.advanceTimersByTime(600);
  }
  expect(logged.mock.calls).toHaveLength(1);
  expect(String(logged.mock.calls[0]![0])).toMatch(/^The disk of \/.* is full/);

  space(1_000_000);
  await note(`after${LONG}`);
  expect(await notes()).toEqual(["before", "after"]);
  expect(logged.mock.calls).toHaveLength(2);
});

test("all writes that share a commit with one that does not fit are refused, and no read sees them", async () => {
  const { note, notes, space } = onDisk();
  await note("before");
  space(1);
  const together = await Promise.allSettled([note("fits"), notes(), note(`too long${LONG}`), note("behind"), notes()]);
  expect(together.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(together.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))).toEqual([
    ["before"],
    ["before"],
  ]);
  expect(await notes()).toEqual(["before"]);
});

test("a file whose document does not fit leaves no bytes, and a file whose document fits stays", async () => {
  const { database, executor, space } = onDisk();
  const dir = mkdtempSync(join(tmpdir(), "files-"));
  const files = new Files(database, dir, "http://127.0.0.1");
  const write = (work: (on: Transaction) => string) => executor.write(work);
  const bytes = () => readdirSync(join(dir, "files"), { recursive: true }).filter((name) => name !== "tmp");
  space(1);
  const written = files.write(Buffer.from("photo"), LONG, undefined);
  await expect(files.store(write, "", written)).rejects.toThrow("The disk of this deployment is full");
  expect(bytes()).toEqual([]);

  space(1_000_000);
  vi.advanceTimersByTime(600);
  await files.store(write, "", files.write(Buffer.from("photo"), null, undefined));
  expect(bytes()).toHaveLength(1);
});

test("an upload URL expires after an hour", () => {
  const { database } = onDisk();
  const files = new Files(database, mkdtempSync(join(tmpdir(), "files-")), "http://127.0.0.1");
  const token = new URL(files.uploadUrl("shop")).searchParams.get("token")!;
  vi.advanceTimersByTime(3_599_000);
  expect(files.componentOf(token)).toBe("shop");
  vi.advanceTimersByTime(1_000);
  expect(files.componentOf(token)).toBeNull();
});

test("a commit that does not fit is refused and leaves nothing", async () => {
  const { database, note, notes } = onDisk();
  await note("before");
  const commit = database.driver.prepare("COMMIT");
  const run = vi.spyOn(commit, "run").mockImplementationOnce(() => {
    // As SQLite does on a full disk.
    database.driver.exec("ROLLBACK");
    const full = Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
    database.driver.failure = storageFailureOf(full);
    throw database.driver.failure!;
  });
  await expect(note("lost")).rejects.toThrow("full");
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(600);
  await note("after");
  expect(await notes()).toEqual(["before", "after"]);
});

test.each([
  ["in this thread", { now: () => fail() }],
  ["in another thread", { isQuick: false, isInstant: false, soon: () => Promise.resolve().then(fail) }],
])("a write whose sync fails gets no response, and the failure is reported once (%s)", async (_, sync) => {
  const { executor, note, notes, failures } = onDisk(sync);
  let answered = false;
  void note("lost").finally(() => (answered = true));
  await expect.poll(() => failures).toHaveLength(1);
  await executor.drain();
  await expect(notes()).rejects.toThrow("being stopped");
  expect(answered).toBe(false);
  expect(String(failures[0])).toContain("EIO");
});

test("a write gets no response if the disk fails to sync while the log is copied after its commit", async () => {
  const { database, executor, note, failures } = onDisk();
  database.onCommit = () => executor.syncFailed(new Error("EIO"));
  let answered = false;
  void note("lost").finally(() => (answered = true));
  await expect.poll(() => failures).toHaveLength(1);
  await executor.drain();
  expect(answered).toBe(false);
});

function fail(): never {
  throw new Error("EIO: i/o error, fdatasync");
}
