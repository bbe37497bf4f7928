/**
 * Loaded before a product (`--import`) to simulate a full disk while the file named by DISK_IS_FULL exists. Commits
 * then fail like SQLite on a full disk, with a rolled back transaction.
 */
import { existsSync } from "node:fs";

// Read now, because the functions' variables replace these later.
const { DISK_IS_FULL } = process.env;
const getBuiltinModule = process.getBuiltinModule;
const sqlite = getBuiltinModule.call(process, "node:sqlite") ?? (await import("@photostructure/sqlite"));

class DatabaseWithoutSpace extends sqlite.DatabaseSync {
  prepare(sql) {
    const statement = super.prepare(sql);
    if (sql !== "COMMIT") return statement;
    const commit = () => {
      if (!existsSync(DISK_IS_FULL)) return statement.get();
      this.exec("ROLLBACK");
      throw Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
    };
    return { setReturnArrays: () => undefined, run: commit, get: commit, all: commit };
  }
}

process.getBuiltinModule = (name) =>
  name === "node:sqlite" ? { ...sqlite, DatabaseSync: DatabaseWithoutSpace } : getBuiltinModule.call(process, name);
