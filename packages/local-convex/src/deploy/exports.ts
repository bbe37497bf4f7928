import { createReadStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { writeArchive } from "../archive";
import { integerToJson } from "../database/values";
import type { CoreApi } from "../contract/core";
import { filesBelow, nameOf } from "../paths.mjs";
import { HttpError } from "../server/httpMessages";

const RETENTION_MS = 3_600_000;

/**
 * `npx convex export`. The core writes a snapshot as files, which this class zips and serves. They contain all private data, so only this
 * user can read them. They are deleted once downloaded, or after an hour.
 */
export class Exports {
  readonly #core: CoreApi;
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #running = false;

  constructor(core: CoreApi, folder: string, log: (line: string) => void) {
    this.#core = core;
    this.#folder = folder;
    this.#log = log;
  }

  /** Deletes the files of an earlier process. */
  async reset(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await this.#core.saveBackupState("export", null);
  }

  /** Starts an export. The CLI watches it by `_system/cli/exports:getLatest`. */
  async request(includeStorage: boolean): Promise<null> {
    if (this.#running) throw new HttpError(400, "ExportInProgress", "There is an export in progress.");
    this.#running = true;
    try {
      await this.#core.saveBackupState("export", { state: "in_progress" });
    } catch (error) {
      this.#running = false;
      throw error;
    }
    void this.#run(includeStorage).finally(() => (this.#running = false));
    return null;
  }

  async download(name: string, response: ServerResponse): Promise<void> {
    const file = path.join(this.#folder, `${name}.zip`);
    const size = /^\d+$/.test(name) ? statSync(file, { throwIfNoEntry: false })?.size : undefined;
    if (size === undefined) throw new HttpError(400, "ExportNotFound", "This export does not exist or has expired.");
    response.writeHead(200, {
      "Content-Type": "application/zip",
      "Content-Length": size,
      "Content-Disposition": `attachment; filename=snapshot_${name}.zip`,
      "Cache-Control": "no-store",
    });
    try {
      await pipeline(createReadStream(file), response);
      // People in it may delete their accounts later, so no copy stays.
      await rm(file, { force: true });
    } catch {
      // The client disconnected.
      response.destroy();
    }
  }

  async #run(includeStorage: boolean): Promise<void> {
    const tree = path.join(this.#folder, "tree");
    try {
      await rm(tree, { recursive: true, force: true });
      const { ts, archivePaths } = await this.#core.snapshot(tree, includeStorage);
      const file = path.join(this.#folder, `${ts}.zip`);
      await zip(tree, archivePaths, `${file}.part`);
      await rename(`${file}.part`, file);
      setTimeout(() => void rm(file, { force: true }), RETENTION_MS).unref();
      const times = { start_ts: integerToJson(ts), complete_ts: integerToJson(ts) };
      await this.#core.saveBackupState("export", { state: "completed", ...times, zip_object_key: String(ts) });
    } catch (error) {
      this.#log(`The export failed: ${error instanceof Error ? error.stack : String(error)}`);
      await this.#core.saveBackupState("export", { state: "failed" }).catch(() => undefined);
    } finally {
      await rm(tree, { recursive: true, force: true });
    }
  }
}

async function zip(tree: string, archivePaths: string[], file: string): Promise<void> {
  const entries: [name: string, from: string][] = [];
  for (const [index, archivePath] of archivePaths.entries()) {
    for (const { file, name } of await filesBelow(path.join(tree, String(index))))
      entries.push([nameOf(archivePath, name), file]);
  }
  await writeArchive(file, entries.sort(), /\.jsonl$/);
}
