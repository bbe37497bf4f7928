import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { checkIntegrity, DamagedDatabase, isOpenEnded } from "../database/integrity";
import { Turns } from "./turns";
import type { WorkerLink } from "./workerLink";

type Check = ReturnType<typeof checkIntegrity>;

/** The main thread's part of a deployment's data folder: the check of its database before a worker opens it, and copies. */
export class DataFolder {
  readonly #dir: string;
  readonly #copies = new Turns();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Checks the database before it is opened. Removes backups that were never fetched. Rejects with DamagedDatabase. */
  async check(spawn: () => WorkerLink): Promise<Check> {
    rmSync(path.join(this.#dir, "copies"), { recursive: true, force: true });
    const file = path.join(this.#dir, "data.sqlite");
    if (!isOpenEnded(file)) return checkIntegrity(file);
    // Reading a file with a log may lock it until the thread ends.
    const checker = spawn();
    try {
      return await checker.ask<Check>("checkIntegrity", file);
    } catch (error) {
      // Between threads an error keeps its name and its words.
      const { name, message } = error as Error;
      throw name === "DamagedDatabase" ? new DamagedDatabase(message) : error;
    } finally {
      await checker.terminate();
    }
  }

  /**
   * Gives a new folder that `fill` has copied everything into; what it copied before it failed is removed. One at a time, because
   * the database file stays as it is while it is copied.
   */
  copy(fill: (folder: string) => Promise<void>): Promise<string> {
    return this.#copies.alone(async () => {
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
