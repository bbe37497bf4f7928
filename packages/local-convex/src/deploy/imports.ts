import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { integerToJson } from "../database/values";
import type { Import, ImportMode, TableChange } from "../contract/backups";
import type { CoreApi } from "../contract/core";
import { HttpError } from "../server/httpMessages";
import { limitBytes, type Budget } from "./byteBudget";
import { FORMATS, unpack, type ImportFormat } from "./unpack";

type Json = Record<string, unknown>;

interface ImportRequest {
  tableName: string | null;
  componentPath: string;
  mode: ImportMode;
  format: ImportFormat;
}

const MODES: readonly string[] = ["requireEmpty", "append", "replace", "replaceAll"] satisfies ImportMode[];
const UPLOAD_LIMIT = 1024 ** 3;
const MAX_PARTS = 10_000;
const RETENTION_MS = 3_600_000;

/** `npx convex import`: receives a file in parts, unpacks it, asks for confirmation, and lets the core import all of it or nothing. */
export class Imports {
  readonly #core: CoreApi;
  readonly #folder: string;
  readonly #states = new Map<string, unknown>();
  /** Unpacked imports that await confirmation. */
  readonly #unconfirmed = new Map<string, Import>();
  /** Unfinished uploads, with the bytes that each may still have. */
  readonly #uploads = new Map<string, Budget>();

  constructor(core: CoreApi, folder: string) {
    this.#core = core;
    this.#folder = folder;
  }

  /** Deletes the files of an earlier process. */
  async reset(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await this.#saveState();
  }

  async startUpload(): Promise<{ uploadToken: string }> {
    const uploadToken = randomUUID();
    await mkdir(this.#folderOf(uploadToken), { recursive: true, mode: 0o700 });
    this.#uploads.set(uploadToken, { remaining: UPLOAD_LIMIT });
    setTimeout(() => void this.#discard(uploadToken), RETENTION_MS).unref();
    return { uploadToken };
  }

  /** Stores a part. Returns its token. */
  async uploadPart(request: IncomingMessage, query: URLSearchParams): Promise<string> {
    const { token, budget } = this.#requireUpload(query.get("uploadToken"));
    const part = Number(query.get("partNumber"));
    if (!Number.isInteger(part) || part < 1 || part > MAX_PARTS) {
      throw new HttpError(400, "BadPart", `A file may have at most ${MAX_PARTS} parts.`);
    }
    const file = path.join(this.#folderOf(token), `part${part}`);
    try {
      await pipeline(request, limitBytes(budget), createWriteStream(file, { flags: "wx", mode: 0o600 }));
    } catch (error) {
      await this.#discard(token);
      throw new HttpError(400, "BadPart", `The part could not be stored: ${(error as Error).message}`);
    }
    return String(part);
  }

  /** Starts the import. The CLI watches it by `_system/cli/queryImport`. */
  async finishUpload(body: Json): Promise<{ importId: string }> {
    const { token } = this.#requireUpload(body.uploadToken);
    const request = requestOf(body.import);
    this.#uploads.delete(token);
    const parts = Array.isArray(body.partTokens) ? body.partTokens.map(Number) : [];
    await this.#saveState(token, { state: "uploaded" });
    void this.#prepare(token, request, parts);
    return { importId: token };
  }

  /** Confirms an import. Responds at once and imports in the background. */
  async perform(body: Json): Promise<null> {
    const id = String(body.importId);
    const unpacked = this.#unconfirmed.get(id);
    if (unpacked === undefined)
      throw new HttpError(400, "ImportNotFound", "No such import is waiting for confirmation.");
    this.#unconfirmed.delete(id);
    await this.#saveState(id, { state: "in_progress", progress_message: "Importing", checkpoint_messages: [] });
    void this.#attempt(id, async () => {
      const added = await this.#core.performImport(unpacked);
      await this.#discard(id);
      await this.#saveState(id, { state: "completed", num_rows_written: integerToJson(BigInt(added)) });
    });
    return null;
  }

  #prepare(id: string, { tableName, componentPath, mode, format }: ImportRequest, parts: number[]) {
    return this.#attempt(id, async () => {
      const file = await this.#join(id, parts);
      const target = { tableName, componentPath, format };
      const unpacked: Import = { mode, component: componentPath, ...(await unpack(file, this.#folderOf(id), target)) };
      const changes = await this.#core.planImport(unpacked);
      this.#unconfirmed.set(id, unpacked);
      await this.#saveState(id, {
        state: "waiting_for_confirmation",
        message_to_confirm: changesMessage(changes),
        require_manual_confirmation: changes.some(({ deleted }: TableChange) => deleted > 0),
      });
    });
  }

  /** Joins the parts into one file, in the order that the CLI lists. */
  async #join(id: string, parts: number[]): Promise<string> {
    const file = path.join(this.#folderOf(id), "upload");
    const partFile = (part: number) => path.join(this.#folderOf(id), `part${part}`);
    await pipeline(
      async function* () {
        for (const part of parts) yield* createReadStream(partFile(part)) as AsyncIterable<Buffer>;
      },
      createWriteStream(file, { flags: "wx", mode: 0o600 }),
    );
    for (const part of parts) await rm(partFile(part));
    return file;
  }

  async #attempt(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.#discard(id);
      const error_message = error instanceof Error ? error.message : String(error);
      await this.#saveState(id, { state: "failed", error_message }).catch(() => undefined);
    }
  }

  async #saveState(id?: string, state?: unknown): Promise<void> {
    if (id !== undefined) this.#states.set(id, { state });
    await this.#core.saveBackupState("imports", Object.fromEntries(this.#states));
  }

  #requireUpload(token: unknown): { token: string; budget: Budget } {
    const budget = typeof token === "string" ? this.#uploads.get(token) : undefined;
    if (budget !== undefined) return { token: String(token), budget };
    throw new HttpError(400, "UploadNotFound", "This upload is unknown, finished, or older than an hour.");
  }

  async #discard(id: string): Promise<void> {
    this.#uploads.delete(id);
    this.#unconfirmed.delete(id);
    await rm(this.#folderOf(id), { recursive: true, force: true });
  }

  #folderOf(id: string): string {
    return path.join(this.#folder, id);
  }
}

function requestOf(value: unknown): ImportRequest {
  const { tableName = null, componentPath = "", mode, format } = (value ?? {}) as Json;
  const isNamed = tableName === null || typeof tableName === "string";
  if (!isNamed || typeof componentPath !== "string" || !isMode(mode) || !isFormat(format)) {
    throw new HttpError(400, "BadImport", "An import needs a table, a mode and a supported format.");
  }
  if ((tableName === null) !== (format === "zip")) {
    throw new HttpError(400, "BadImport", "Name a table for every format except zip. A ZIP file names its own tables.");
  }
  if (tableName?.startsWith("_") === true) {
    throw new HttpError(400, "BadImport", `"${tableName}" is a system table, and only a ZIP file may contain it.`);
  }
  return { tableName, componentPath, mode, format };
}

function isMode(value: unknown): value is ImportMode {
  return typeof value === "string" && MODES.includes(value);
}

function isFormat(value: unknown): value is ImportFormat {
  return typeof value === "string" && (FORMATS as readonly string[]).includes(value);
}

/** Returns the message that the CLI shows before it asks to continue. */
function changesMessage(changes: TableChange[]): string {
  const rows = changes.map(({ component, name, added, deleted, existing }) => [
    component === "" ? name : `${component}:${name}`,
    String(added),
    deleted === 0 && existing === 0 ? "0" : `${deleted} of ${existing}`,
  ]);
  const table = [["table", "create", "delete"], ...rows.sort()];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join(" | ")
      .trimEnd(),
  );
  return [
    "Import change summary:",
    lines[0]!,
    "-".repeat(lines[0]!.length),
    ...lines.slice(1),
    "Once the import has started, it will run in the background.",
    "Interrupting `npx convex import` will not cancel it.",
  ].join("\n");
}
