import { setImmediate as immediately } from "node:timers";
import { Worker } from "node:worker_threads";
import type { FunctionCall, FunctionOutcome, HttpAnswer, HttpCall } from "../contract/core";
import type { HttpPiece, Report, Request, WorkerSettings } from "./messages";
import { Pulse, STUCK, type Running } from "../execution/pulse";

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  /** What was asked, if it is a function. */
  call?: FunctionCall;
}

/** What a link tells its owner. */
export interface LinkEvents {
  /** After the answers in it have been given. */
  report(report: Report): void;
  /** The worker ended, though nobody asked it to, in the middle of this. Everything asked has been rejected. */
  died(running: Running): void;
}

const CHECK_MS = 1_000;
const MISSED_BEATS = 6;

/**
 * One worker and the conversation with it. The first requests of a turn of the event loop go at once, so that the worker
 * wakes up; those that other sockets make in the same turn follow in one message.
 */
export class WorkerLink {
  readonly #worker: Worker;
  readonly #events: LinkEvents;
  readonly #pulse = new Pulse();
  readonly #waiting = new Map<number, Waiting>();
  readonly #bodies = new Map<number, HttpBody>();
  readonly #watch: NodeJS.Timeout;
  #outbox: Request[] = [];
  /** Something was sent in this turn. */
  #posting = false;
  #nextId = 1;
  #ts = 0n;
  #ended = false;

  constructor(url: URL, settings: Omit<WorkerSettings, "pulse">, events: LinkEvents) {
    this.#events = events;
    const workerData: WorkerSettings = { ...settings, pulse: this.#pulse.buffer };
    this.#worker = new Worker(url, { workerData });
    this.#worker.on("message", (report: Report) => this.#receive(report));
    this.#worker.on("error", (error) => console.error("The functions' worker failed:", error));
    this.#worker.on("exit", () => this.#exited());
    this.#watch = this.#watchPulse();
  }

  ask<T>(operation: string, value: unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(restarted());
      const id = this.#nextId++;
      const call = operation === "call" ? (value as FunctionCall) : undefined;
      this.#waiting.set(id, { resolve, reject, ...(call === undefined ? {} : { call }) });
      this.#send({ id, operation, value });
    });
  }

  /** Asks for something that has no answer. */
  tell(operation: string, value: unknown): void {
    if (!this.#ended) this.#send({ id: 0, operation, value });
  }

  http(call: HttpCall): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(restarted());
      const id = this.#nextId++;
      const cancel = () => this.tell("cancelHttp", id);
      this.#waiting.set(id, { resolve, reject });
      this.#bodies.set(id, new HttpBody(cancel));
      this.#send({ id, operation: "http", value: call });
    });
  }

  /** From now on its end is expected. */
  retire(): void {
    clearInterval(this.#watch);
  }

  async terminate(): Promise<void> {
    this.#end();
    await this.#worker.terminate();
  }

  #send(request: Request): void {
    if (this.#outbox.push(request) > 1 || this.#posting) return;
    this.#posting = true;
    queueMicrotask(() => this.#flush());
    immediately(() => {
      this.#posting = false;
      this.#flush();
    });
  }

  #flush(): void {
    const requests = this.#outbox;
    this.#outbox = [];
    if (requests.length > 0) this.#worker.postMessage(requests);
  }

  #receive(report: Report): void {
    this.#ts = report.changed?.ts ?? this.#ts;
    for (const { id, value, error } of report.answers) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value as never);
      else waiting?.reject(Object.assign(new Error(error.message), error));
    }
    for (const piece of report.http) this.#receivePiece(piece);
    this.#events.report(report);
  }

  #receivePiece(piece: HttpPiece): void {
    const body = this.#bodies.get(piece.id);
    if (body === undefined) return;
    if ("head" in piece) {
      this.#waiting.get(piece.id)?.resolve({ ...piece.head, body, cancel: () => body.cancel() } as never);
      this.#waiting.delete(piece.id);
    } else if ("chunk" in piece) {
      body.push(piece.chunk);
    } else {
      body.end(null);
      this.#bodies.delete(piece.id);
    }
  }

  #exited(): void {
    if (this.#ended) return;
    const { running } = this.#pulse;
    // The call that it was stuck in has failed, and must not be sent again to the next worker.
    if (running.kind === "request") this.#fail(running.id);
    this.#end();
    this.#events.died(running);
  }

  #fail(id: number): void {
    const waiting = this.#waiting.get(id);
    if (waiting?.call === undefined) return;
    const { udfType: type, requestId } = waiting.call;
    const error = { message: `[Request ID: ${requestId}] Server Error\n${STUCK}` };
    const udfType = type === "any" ? "mutation" : type;
    const outcome: FunctionOutcome = { udfType, ok: false, error, ts: this.#ts, logLines: [] };
    waiting.resolve(outcome as never);
    this.#waiting.delete(id);
  }

  #end(): void {
    this.#ended = true;
    clearInterval(this.#watch);
    for (const { reject } of this.#waiting.values()) reject(restarted());
    for (const body of this.#bodies.values()) body.end(restarted());
    this.#waiting.clear();
    this.#bodies.clear();
  }

  /** Ends a worker whose event loop does not turn: a function that never gives up control. */
  #watchPulse(): NodeJS.Timeout {
    let last = -1;
    let missed = 0;
    const check = () => {
      const { beats, isPatient } = this.#pulse;
      missed = beats === last && !isPatient ? missed + 1 : 0;
      last = beats;
      if (missed >= MISSED_BEATS) void this.#worker.terminate();
    };
    return setInterval(check, CHECK_MS).unref();
  }
}

/** The chunks of an HTTP answer, for one reader. */
class HttpBody implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  readonly #cancel: () => void;
  #ended = false;
  #failure: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(cancel: () => void) {
    this.#cancel = cancel;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#wake?.();
  }

  end(failure: Error | null): void {
    this.#ended = true;
    this.#failure = failure;
    this.#wake?.();
  }

  cancel(): void {
    if (!this.#ended) this.#cancel();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) yield chunk;
      else if (this.#failure !== null) throw this.#failure;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

function restarted(): Error {
  return Object.assign(new Error("The deployment was restarted while this was running."), { name: "CoreRestarted" });
}
