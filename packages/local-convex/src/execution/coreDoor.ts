import type { MessagePort } from "node:worker_threads";
import type { UploadedFile } from "../contract/core";
import { frames, newFrame, newRun, type Frame } from "../modules/frame";
import { realNow } from "../modules/globals";
import type { Engine } from "./engine";

/** The requesting function, in the other thread. */
type Asking = Pick<Frame, "component" | "path"> & {
  run: Pick<Frame["run"], "identity" | "requestId" | "authToken" | "sender">;
};

/** Requests from a thread without a database to the one that has it. */
export type Question =
  | { kind: "syscall"; operation: string; args: string; asking: Asking }
  | { kind: "tables"; ids: string[] }
  | { kind: "storeFile"; file: Omit<UploadedFile, "token">; component: string };

/** Returns the table of an id. Null for a text that is no id. */
export type TableOfId = { component: string; name: string } | null;

export interface Answer {
  value: unknown;
  ts: bigint;
}

interface Failure {
  message: string;
  data?: unknown;
}

/** `logLines`: the called function's, even if it failed. */
type Reply = { id: number; logLines: string[] } & ({ answer: Answer } | { failure: Failure });

/** The database thread's side: handles requests. */
export function answerQuestions(
  port: MessagePort,
  engine: () => Engine,
  syscall: (operation: string, args: string) => Promise<string>,
): void {
  port.on("message", ({ id, question }: { id: number; question: Question }) => {
    const logLines: string[] = [];
    answer(engine, syscall, question, logLines).then(
      (answer) => port.postMessage({ id, logLines, answer } satisfies Reply),
      (error: unknown) => port.postMessage({ id, logLines, failure: failureOf(error) } satisfies Reply),
    );
  });
}

async function answer(
  engine: () => Engine,
  syscall: (operation: string, args: string) => Promise<string>,
  question: Question,
  logLines: string[],
): Promise<Answer> {
  if (question.kind === "syscall") {
    const { component, path, run: of } = question.asking;
    const run = { ...newRun(of, realNow()), logLines };
    const frame = newFrame({ kind: "action", component, path, run, transaction: null, depth: 0 });
    const value = await frames.run(frame, () => syscall(question.operation, question.args));
    return { value, ts: engine().ts };
  }
  const { database, files, write } = engine();
  if (question.kind === "tables") {
    const tables = question.ids.map((id): TableOfId => {
      const parts = database.locate(id);
      const table = parts === null ? undefined : database.catalog.byNumber(parts.tableNumber);
      return table === undefined ? null : { component: table.component, name: table.name };
    });
    return { value: tables, ts: database.ts };
  }
  const written = files.adopt({ token: "", ...question.file });
  const value = await files.keep(write, question.component, written);
  return { value, ts: database.ts };
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  return "data" in error ? { message: error.message, data: error.data } : { message: error.message };
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  logLines: string[];
}

/** The other thread's side: sends requests and waits for the responses. */
export class CoreDoor {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  /** The newest commit time of any response. */
  ts = 0n;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on("message", (reply: Reply) => this.#receive(reply));
  }

  /** `logLines`: gets the log lines of called functions. */
  ask(question: Question, logLines: string[] = []): Promise<Answer> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, logLines });
      this.#port.postMessage({ id, question });
    });
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    waiting?.logLines.push(...reply.logLines);
    if ("failure" in reply) {
      const { message, ...data } = reply.failure;
      return waiting?.reject(Object.assign(new Error(message), data));
    }
    if (reply.answer.ts > this.ts) this.ts = reply.answer.ts;
    waiting?.resolve(reply.answer);
  }
}
