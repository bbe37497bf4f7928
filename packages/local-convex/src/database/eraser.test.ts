import { open } from "node:fs/promises";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "./database";
import { DiskSync } from "./diskSync";
import { LOG_BYTES, openDatabase } from "./driver";
import { Eraser } from "./eraser";
import { checkIntegrity } from "./integrity";
import { storageFailureOf } from "../storageFailure";
import { Transaction } from "./transaction";

function onDisk({ onSyncFailure = (error: unknown): void => expect.unreachable(String(error)) } = {}) {
  const file = join(mkdtempSync(join(tmpdir(), "eraser-")), "data.sqlite");
  const database = new Database(file);
  const sync = new DiskSync(file);
  const eraser = new Eraser(database, file, onSyncFailure);
  onTestFinished(async () => {
    await sync.close();
    eraser.close(() => database.close());
  });
  const write = <T>(work: (on: Transaction) => T) => {
    const result = work(new Transaction(database, { writable: true, reads: null }));
    database.commit();
    return result;
  };
  const bytes = () => readFileSync(file, "latin1") + readFileSync(`${file}-wal`, "latin1");
  const reopened = () => {
    const copy = join(mkdtempSync(join(tmpdir(), "eraser-")), "data.sqlite");
    writeFileSync(copy, readFileSync(file));
    writeFileSync(`${copy}-wal`, readFileSync(`${file}-wal`));
    return new Database(copy);
  };
  const logSize = () => statSync(`${file}-wal`).size;
  return { database, eraser, write, bytes, reopened, logSize };
}

test("deleted text is in no database file a second later, without another write", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { write, bytes } = onDisk();
  const id = write((on) => on.insert("", "people", { name: "Asha", phone: "+919876543210" }));
  write((on) => on.patch("", id, { phone: "+919000000001" }));
  vi.advanceTimersByTime(1_000);
  expect(bytes()).not.toContain("+919876543210");
  expect(bytes()).toContain("+919000000001");

  write((on) => on.remove("", id));
  expect(bytes()).toContain("Asha");
  vi.advanceTimersByTime(1_000);
  expect(bytes()).not.toContain("Asha");
  expect(bytes()).not.toContain("+919000000001");
});

test("after random writes and deletions, the files hold the current texts and no others", () => {
  const operation = fc.record({
    what: fc.integer({ min: 0, max: 9 }),
    on: fc.nat(),
    length: fc.integer({ min: 0, max: 4_000 }),
  });
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: 300, maxLength: 1_500, size: "max" }),
      fc.boolean(),
      (operations, often) => {
        const { database, eraser, write, bytes, reopened } = onDisk();
        const expectedTexts = new Map<string, string>();
        const secret = () => `secret${String(++secretCount).padStart(7, "0")}z`;
        let secretCount = 0;
        for (const { what, on, length } of operations) {
          const [id] = [...expectedTexts.keys()].slice(on % Math.max(1, expectedTexts.size));
          const text = { text: secret(), more: "x".repeat(length % (what === 0 ? 4_000 : 400)) };
          if (what < 4 || id === undefined)
            expectedTexts.set(
              write((to) => to.insert("", "notes", text)),
              text.text,
            );
          else if (what < 7) write((to) => (to.patch("", id, text), expectedTexts.set(id, text.text)));
          else write((to) => (to.remove("", id), expectedTexts.delete(id)));
          if (often && on % 50 === 0) expect(eraser.emptyLog()).toBe(true);
        }
        expect(eraser.emptyLog()).toBe(true);
        eraser.eraseGaps();

        const secrets = new Set(bytes().match(/secret\d{7}z/g));
        expect(secrets).toEqual(new Set(expectedTexts.values()));
        expect(database.driver.prepare("PRAGMA integrity_check").all()).toEqual([["ok"]]);
        const after = reopened();
        const reading = new Transaction(after, { writable: false, reads: null });
        for (const [id, text] of expectedTexts) expect(reading.get("", id)).toContain(text);
        expect(after.driver.prepare("PRAGMA integrity_check").all()).toEqual([["ok"]]);
        after.close();
      },
    ),
    { numRuns: 8 },
  );
});

test("a database with the larger pages of an older version stays intact when it is erased", () => {
  const file = join(mkdtempSync(join(tmpdir(), "eraser-")), "data.sqlite");
  const old = openDatabase(file, ["page_size = 4096", "journal_mode = WAL"]);
  old.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY, bytes BLOB, touched)");
  // Their second halves look like small pages with a gap.
  const bytes = Buffer.from([10, 0, 0, 0, 0, 7, 255]);
  for (let id = 1; id < 400; id++) {
    old.prepare("INSERT INTO kept VALUES (?, ?, 0)").run(id, Buffer.alloc(700, bytes.subarray(id % bytes.length)));
  }
  old.close();
  const database = new Database(file);
  const sums = () => database.driver.prepare("SELECT id, hex(bytes) FROM kept").all();
  const before = sums();
  const eraser = new Eraser(database, file, (error) => expect.unreachable(String(error)));
  onTestFinished(() => eraser.close(() => database.close()));

  database.begin();
  database.driver.exec("UPDATE kept SET touched = 1000 WHERE id % 3 = 0");
  database.commit();
  expect(eraser.emptyLog()).toBe(true);
  eraser.eraseGaps();
  // Read from the file again.
  database.driver.exec("PRAGMA shrink_memory");
  expect(database.driver.prepare("PRAGMA integrity_check").all()).toEqual([["ok"]]);
  expect(JSON.stringify(sums()) === JSON.stringify(before)).toBe(true);
});

test("a copy is complete even if the disk takes only a part of a write", async () => {
  const { eraser, write } = onDisk();
  write((on) => on.insert("", "notes", { text: "x".repeat(100_000) }));
  const copy = join(mkdtempSync(join(tmpdir(), "eraser-")), "copy.sqlite");
  const probe = await open(import.meta.filename);
  const files = Object.getPrototypeOf(probe) as { write(...args: number[]): Promise<unknown> };
  await probe.close();
  const writeAll = files.write;
  vi.spyOn(files, "write").mockImplementationOnce(function (this: unknown, chunk, from, length, at) {
    return writeAll.call(this, chunk!, from!, length! >> 1, at!);
  });
  await eraser.copy(copy, () => undefined);
  expect(() => checkIntegrity(copy)).not.toThrow();
});

test("the file does not change while it is copied, and a second copy meanwhile is refused", async () => {
  const { eraser, write } = onDisk();
  const folder = mkdtempSync(join(tmpdir(), "eraser-"));
  write((on) => on.insert("", "notes", { text: "before" }));
  const first = eraser.copy(join(folder, "one.sqlite"), () => undefined);
  write((on) => on.insert("", "notes", { text: "meanwhile" }));
  const second = eraser.copy(join(folder, "two.sqlite"), () => undefined);
  const refused = { status: "rejected", reason: new Error("A copy of the database is already in progress.") };
  expect(await Promise.allSettled([first, second])).toEqual([{ status: "fulfilled", value: undefined }, refused]);
  expect(readFileSync(join(folder, "one.sqlite"), "latin1")).not.toContain("meanwhile");
  await eraser.copy(join(folder, "three.sqlite"), () => undefined);
  expect(readFileSync(join(folder, "three.sqlite"), "latin1")).toContain("meanwhile");
});

test("during constant writes, the log stays within its length and one commit, and no document is lost", () => {
  const { write, logSize, reopened, database } = onDisk();
  const text = "x".repeat(1_000_000);
  for (let n = 0; n < 40; n++) write((on) => on.insert("", "notes", { text, n }));

  expect(logSize()).toBeLessThan(LOG_BYTES + 1_500_000);
  const again = reopened();
  onTestFinished(() => again.close());
  expect(again.ts).toBe(database.ts);
  expect(again.catalog.find("", "notes")!.count()).toBe(40);
});

test("an idle deployment preallocates its whole log, so that no commit waits for it", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { write, logSize } = onDisk();
  write((on) => on.insert("", "notes", { n: 1 }));
  expect(logSize()).toBeLessThan(LOG_BYTES);
  vi.advanceTimersByTime(1_000);
  expect(logSize()).toBe(LOG_BYTES);
});

test("a disk that fails to sync while the log is copied under load is reported", () => {
  const failures: unknown[] = [];
  const { database, write } = onDisk({ onSyncFailure: (error) => failures.push(error) });
  const failure = storageFailureOf(
    Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 1034 }),
  );
  const checkpoint = vi.spyOn(database.driver.prepare("PRAGMA wal_checkpoint(RESTART)"), "get");
  checkpoint.mockImplementationOnce(() => {
    throw failure!;
  });
  const text = "x".repeat(1_000_000);
  for (let n = 0; n < 17; n++) write((on) => on.insert("", "notes", { text, n }));

  expect(failures).toEqual([failure]);
});
