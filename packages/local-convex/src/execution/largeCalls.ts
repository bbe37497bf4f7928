import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LogEntry } from "../contract/core";
import { currentFrame } from "../modules/frame";
import type { Project } from "../modules/project";
import { checkedDigest } from "../storage/files";
import { callAction, type CallJson } from "./callsFromFunctions";
import type { CoreClient, TableOfId } from "./coreRequests";
import { runLimited, type ActionHost, type Invocation } from "./invoke";
import { logEntry } from "./logEntry";
import { storageFailureOf } from "../storageFailure";

/** Matches every possible id in a JSON text, whose tables a validator may need. */
const POSSIBLE_IDS = /"([0-9a-hjkmnp-tv-z]{31,37})"/g;

/**
 * Runs large actions and HTTP actions in their own thread, so their many bytes do not block queries and mutations. The thread has no
 * database: it sends requests to the thread that has it.
 */
export class LargeCalls implements ActionHost {
  readonly project: Project;
  readonly #core: CoreClient;
  readonly #dir: string;
  readonly #log: (entry: LogEntry) => void;

  constructor(project: Project, core: CoreClient, dir: string, log: (entry: LogEntry) => void) {
    this.project = project;
    this.#core = core;
    this.#dir = join(dir, "files", "tmp");
    this.#log = log;
  }

  get ts(): bigint {
    return this.#core.ts;
  }

  run(invocation: Invocation): Promise<string> {
    const tables = new Map<string, TableOfId>();
    const isIdOf = (id: string, name: string) => {
      const table = tables.get(id);
      return table?.component === invocation.component && table.name === name;
    };
    const prefetch = async (text: string) => {
      const ids = [...text.matchAll(POSSIBLE_IDS)].map(([, id]) => id!).filter((id) => !tables.has(id));
      if (ids.length === 0) return;
      const { value } = await this.#core.request({ kind: "tables", ids });
      (value as TableOfId[]).forEach((table, i) => tables.set(ids[i]!, table));
    };
    return runLimited(invocation, Object.assign(isIdOf, { prefetch }));
  }

  log(...finished: Parameters<typeof logEntry>): void {
    this.#log(logEntry(...finished));
  }

  /** The `Convex` global of pushed modules, like `syscallPort` next to the database. */
  readonly syscalls = {
    syscall(operation: string): string {
      throw new Error(`${operation} cannot be used in an action.`);
    },

    asyncSyscall: async (operation: string, args: string): Promise<string> => {
      const frame = currentFrame();
      if (operation === "1.0/actions/action") return await callAction(this, frame, JSON.parse(args) as CallJson);
      const { component, path, run } = frame;
      const { identity, requestId, authToken, sender } = run;
      const requester = { component, path, run: { identity, requestId, authToken, sender } };
      const { value } = await this.#core.request({ kind: "syscall", operation, args, requester }, run.logLines);
      return value as string;
    },

    jsSyscall: async (
      operation: string,
      args: { blob?: Blob; options?: { sha256?: string }; storageId?: string },
    ): Promise<unknown> => {
      if (operation === "storage/storeBlob") return await this.#storeBlob(args.blob!, args.options?.sha256);
      if (operation !== "storage/getBlob") throw new Error(`Unknown operation ${operation}`);
      const { storageId } = args;
      const file = JSON.parse(await this.syscalls.asyncSyscall("1.0/storageGet", JSON.stringify({ storageId }))) as {
        blob: string;
        contentType: string | null;
      } | null;
      return file && new Blob([Buffer.from(file.blob, "base64")], { type: file.contentType ?? "" });
    },
  };

  /** Writes the bytes to disk here. The other thread only gets the path. */
  async #storeBlob(blob: Blob, expected: string | undefined): Promise<string> {
    const { component } = currentFrame();
    const bytes = Buffer.from(await blob.arrayBuffer());
    const sha256 = checkedDigest(bytes, expected);
    const temporaryPath = join(this.#dir, randomUUID());
    const contentType = blob.type === "" ? null : blob.type;
    const file = { temporaryPath, size: bytes.length, sha256, contentType };
    try {
      await writeFile(temporaryPath, bytes, { flag: "wx", mode: 0o600, flush: true });
      return (await this.#core.request({ kind: "storeFile", file, component })).value as string;
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw storageFailureOf(error) ?? error;
    }
  }
}
