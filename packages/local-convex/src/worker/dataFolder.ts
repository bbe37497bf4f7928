import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { checkIntegrity, DamagedDatabase, isOpenEnded } from "../database/integrity";
import { Mutex } from "./mutex";
import type { WorkerLink } from "./workerLink";

type Check = ReturnType<typeof checkIntegrity>;

/** The main thread's work on the data folder: checks the database before a worker opens it, and makes copies. */
export class DataFolder {
  readonly #dir: string;
  readonly #copies = new Mutex();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Checks the database before it is opened. Deletes copies that were never fetched. Rejects with DamagedDatabase. */
  async check(spawn: () => WorkerLink): Promise<Check> {
    rmSync(path.join(this.#dir, "copies"), { recursive: true, force: true });
    const file = path.join(this.#dir, "data.sqlite");
    if (!isOpenEnded(file)) return checkIntegrity(file);
    // Reading a file with a log may lock it until the reading thread ends.
    const checker = spawn();
    try {
      return await checker.request<Check>("checkIntegrity", file);
    } catch (error) {
      // An error from another thread has only its name and message.
      const { name, message } = error as Error;
      throw name === "DamagedDatabase" ? new DamagedDatabase(message) : error;
    } finally {
      await checker.terminate();
    }
  }

  /**
   * Returns a new folder that `fill` has copied everything into. Deletes it if `fill` fails. One copy at a time, because the database file
   * must not change during a copy.
   */
  copy(fill: (folder: string) => Promise<void>): Promise<string> {
    return this.#copies.run(async () => {
      const folder = path.join(this.#dir, "copies", randomUUID());
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        await fill(folder);
        return folder;
      } catch (error) {
        rmSync(folder, { recursive: true, force: true });
        throw error;
      }
    });
  }
}
