import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Database } from "./database";
import { FIRST_LOG_BYTES } from "./driver";
import { DiskSync } from "./diskSync";
import { Transaction } from "./transaction";

test("the log is preallocated before the first sync, and a copy of the files after a sync holds every commit", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sync-"));
  const file = join(dir, "data.sqlite");
  const database = new Database(file);
  const insert = () => new Transaction(database, { writable: true, reads: null }).insert("", "notes", { n: 1 });
  const ids = [insert()];
  database.commit();
  const sync = new DiskSync(file);
  expect(statSync(`${file}-wal`).size).toBe(FIRST_LOG_BYTES);

  for (let round = 0; round < 3; round++) {
    ids.push(insert());
    database.commit();
    await (round === 0 ? sync.now() : sync.soon());
    for (const end of ["", "-wal"]) copyFileSync(file + end, `${file}.cut${end}`);
    const after = new Database(`${file}.cut`);
    const transaction = new Transaction(after, { writable: false, reads: null });
    expect(ids.filter((id) => transaction.get("", id) === null)).toEqual([]);
    after.close();
  }
  expect(statSync(`${file}-wal`).size).toBe(FIRST_LOG_BYTES);
  await sync.close();
  database.close();
  rmSync(dir, { recursive: true });
});

test("a commit during a sync waits for the next sync, which later commits share", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sync-"));
  const database = new Database(join(dir, "data.sqlite"));
  const sync = new DiskSync(join(dir, "data.sqlite"));
  const first = sync.soon();
  let isSynced = false;
  const second = sync.soon().then(() => (isSynced = true));
  const third = sync.soon();
  await first;
  await Promise.resolve();
  expect(isSynced).toBe(false);
  await Promise.all([second, third]);
  await sync.close();
  database.close();
  rmSync(dir, { recursive: true });
});
