import type { MessagePort } from "node:worker_threads";
import type { UploadedFile } from "../contract/core";
import { frames, newFrame, newRun, type Frame } from "../modules/frame";
import { realNow } from "../modules/globals";
import type { Engine } from "./engine";

/** The requesting function, in the other thread. */
type Requester = Pick<Frame, "component" | "path"> & {
  run: Pick<Frame["run"], "identity" | "requestId" | "authToken" | "sender">;
};

/** Requests from a thread without a database to the one that has it. */
export type CoreRequest =
  | { kind: "syscall"; operation: string; args: string; requester: Requester }
  | { kind: "tables"; ids: string[] }
  | { kind: "storeFile"; file: Omit<UploadedFile, "token">; component: string };

/** Returns the table of an id. Null for a string that is not an id. */
export type TableOfId = { component: string; name: string } | null;

export interface CoreResponse {
  value: unknown;
  ts: bigint;
}

interface Failure {
  message: string;
  data?: unknown;
}

/** `logLines`: the called function's, even if it failed. */
type CoreReply = { id: number; logLines: string[] } & ({ response: CoreResponse } | { failure: Failure });

/** The database thread's side: handles requests. */
export function serveCoreRequests(
  port: MessagePort,
  engine: () => Engine,
  syscall: (operation: string, args: string) => Promise<string>,
): void {
  port.on("message", ({ id, request }: { id: number; request: CoreRequest }) => {
    const logLines: string[] = [];
    handleRequest(engine, syscall, request, logLines).then(
      (response) => port.postMessage({ id, logLines, response } satisfies CoreReply),
      (error: unknown) => port.postMessage({ id, logLines, failure: failureOf(error) } satisfies CoreReply),
    );
  });
}

async function handleRequest(
  engine: () => Engine,
  syscall: (operation: string, args: string) => Promise<string>,
  request: CoreRequest,
  logLines: string[],
): Promise<CoreResponse> {
  if (request.kind === "syscall") {
    const { component, path, run: callerRun } = request.requester;
    const run = { ...newRun(callerRun, realNow()), logLines };
    const frame = newFrame({ kind: "action", component, path, run, transaction: null, depth: 0 });
    const value = await frames.run(frame, () => syscall(request.operation, request.args));
    return { value, ts: engine().ts };
  }
  const { database, files, write } = engine();
  if (request.kind === "tables") {
    const tables = request.ids.map((id): TableOfId => {
      const parts = database.locate(id);
      const table = parts === null ? undefined : database.catalog.byNumber(parts.tableNumber);
      return table === undefined ? null : { component: table.component, name: table.name };
    });
    return { value: tables, ts: database.ts };
  }
  const written = files.adopt({ token: "", ...request.file });
  const value = await files.store(write, request.component, written);
  return { value, ts: database.ts };
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  return "data" in error ? { message: error.message, data: error.data } : { message: error.message };
}

interface PendingRequest {
  resolve(response: CoreResponse): void;
  reject(error: Error): void;
  logLines: string[];
}

/** The other thread's side: sends requests and waits for the responses. */
export class CoreClient {
  readonly #port: MessagePort;
  readonly #pending = new Map<number, PendingRequest>();
  #nextId = 1;
  /** The newest commit time of any response. */
  ts = 0n;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on("message", (reply: CoreReply) => this.#receive(reply));
  }

  /** `logLines`: gets the log lines of called functions. */
  request(request: CoreRequest, logLines: string[] = []): Promise<CoreResponse> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, logLines });
      this.#port.postMessage({ id, request });
    });
  }

  #receive(reply: CoreReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    pending?.logLines.push(...reply.logLines);
    if ("failure" in reply) {
      const { message, ...data } = reply.failure;
      return pending?.reject(Object.assign(new Error(message), data));
    }
    if (reply.response.ts > this.ts) this.ts = reply.response.ts;
    pending?.resolve(reply.response);
  }
}
