import { setImmediate as immediately } from "node:timers";
import { setFlagsFromString } from "node:v8";
import { Worker, type MessagePort } from "node:worker_threads";
import type { FunctionCall, FunctionOutcome, HttpActionResponse, HttpCall } from "../contract/core";
import type { HttpResponsePart, Report, Request, WorkerSettings } from "./messages";
import { BUSY_CHECKS, BUSY_MS, Watchdog } from "./watchdog";
import { processorMs } from "./processorTime";
import { Heartbeat, FUNCTION_TIMED_OUT, type Running } from "../execution/heartbeat";

interface PendingRequest {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  /** Set for a function call. */
  call?: FunctionCall;
}

export interface LinkEvents {
  /** Called after the report's responses have been delivered. */
  report(report: Report): void;
  /** Called when a disk sync failed. */
  syncFailed?(reason: string): void;
  /** Called when the worker ended unexpectedly, with what it ran. All pending requests have been rejected. */
  died(running: Running): void;
}

/**
 * V8's default size (MiB) of a semi-space, for young objects. A thread reads it at its start. The main thread may have been started with
 * less, because it has many sockets. Calls create a lot of garbage: with 2 MiB, collecting it would take a worker a seventh of its time.
 */
const YOUNG_SPACE_MIB = 16;

/**
 * A worker and the messages to and from it. Posts the first requests of an event loop turn at once, to wake the worker. Further requests of
 * the same turn follow in one message.
 */
export class WorkerLink {
  readonly #worker: Worker;
  readonly #events: LinkEvents;
  readonly #heartbeat = new Heartbeat();
  readonly #pending = new Map<number, PendingRequest>();
  readonly #bodies = new Map<number, HttpBody>();
  readonly #watchdogTimer: NodeJS.Timeout;
  #unsent: Request[] = [];
  /** True if a message was posted in this turn. */
  #posting = false;
  #nextId = 1;
  #ts = 0n;
  #ended = false;

  constructor(url: URL, settings: Omit<WorkerSettings, "heartbeat">, events: LinkEvents, busyMs?: number) {
    this.#events = events;
    const workerData: WorkerSettings = { ...settings, heartbeat: this.#heartbeat.buffer };
    setFlagsFromString(`--max-semi-space-size=${YOUNG_SPACE_MIB}`);
    this.#worker = new Worker(url, { workerData });
    this.#worker.on("message", (report: Report) => this.#receive(report));
    this.#worker.on("error", (error) => console.error("The functions' worker failed:", error));
    this.#worker.on("exit", () => this.#onExit());
    this.#watchdogTimer = this.#watchHeartbeat(busyMs);
  }

  request<T>(operation: string, value: unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(restarted());
      const id = this.#nextId++;
      const call = operation === "call" ? (value as FunctionCall) : undefined;
      this.#pending.set(id, { resolve, reject, ...(call === undefined ? {} : { call }) });
      this.#send({ id, operation, value });
    });
  }

  /** Sends a request without a response. */
  notify(operation: string, value: unknown): void {
    if (!this.#ended) this.#send({ id: 0, operation, value });
  }

  transferPort(operation: string, port: MessagePort): void {
    if (!this.#ended) this.#worker.postMessage([{ id: 0, operation, value: port }], [port]);
  }

  http(call: HttpCall, operation = "http"): Promise<HttpActionResponse> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(restarted());
      const id = this.#nextId++;
      const cancel = () => this.notify("cancelHttp", id);
      this.#pending.set(id, { resolve, reject });
      this.#bodies.set(id, new HttpBody(cancel));
      this.#send({ id, operation, value: call });
    });
  }

  async terminate(): Promise<void> {
    this.#end();
    await this.#worker.terminate();
  }

  #send(request: Request): void {
    if (this.#unsent.push(request) > 1 || this.#posting) return;
    this.#posting = true;
    queueMicrotask(() => this.#flush());
    immediately(() => {
      this.#posting = false;
      this.#flush();
    });
  }

  #flush(): void {
    const requests = this.#unsent;
    this.#unsent = [];
    if (requests.length > 0) this.#worker.postMessage(requests);
  }

  #receive(report: Report): void {
    if (report.syncFailed !== undefined) return this.#events.syncFailed?.(report.syncFailed);
    this.#ts = report.changed?.ts ?? this.#ts;
    for (const { id, value, error } of report.responses) {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (error === undefined) pending?.resolve(value as never);
      else pending?.reject(Object.assign(new Error(error.message), error));
    }
    for (const part of report.http) this.#receivePart(part);
    this.#events.report(report);
  }

  #receivePart(part: HttpResponsePart): void {
    const body = this.#bodies.get(part.id);
    if (body === undefined) return;
    if ("head" in part) {
      this.#pending.get(part.id)?.resolve({ ...part.head, body, cancel: () => body.cancel() } as never);
      this.#pending.delete(part.id);
    } else if ("chunk" in part) {
      body.push(part.chunk);
    } else {
      body.end("failure" in part ? new Error(part.failure) : null);
      this.#bodies.delete(part.id);
    }
  }

  #onExit(): void {
    if (this.#ended) return;
    const { running } = this.#heartbeat;
    // The call that blocked the worker has failed, and must not be sent to the next worker.
    if (running.kind === "request") this.#fail(running.id);
    this.#end();
    this.#events.died(running);
  }

  #fail(id: number): void {
    const pending = this.#pending.get(id);
    if (pending?.call === undefined) return;
    const { udfType: type, requestId } = pending.call;
    const error = { message: `[Request ID: ${requestId}] Server Error\n${FUNCTION_TIMED_OUT}` };
    const udfType = type === "any" ? "mutation" : type;
    const outcome: FunctionOutcome = { udfType, ok: false, error, ts: this.#ts, logLines: [] };
    pending.resolve(outcome as never);
    this.#pending.delete(id);
  }

  #end(): void {
    this.#ended = true;
    clearInterval(this.#watchdogTimer);
    for (const { reject } of this.#pending.values()) reject(restarted());
    for (const body of this.#bodies.values()) body.end(restarted());
    this.#pending.clear();
    this.#bodies.clear();
  }

  /** Terminates the worker when its heartbeat stops because a function blocks the event loop. */
  #watchHeartbeat(busyMs = BUSY_MS): NodeJS.Timeout {
    const watchdog = new Watchdog(this.#heartbeat, () => processorMs(this.#heartbeat.thread), busyMs);
    return setInterval(() => {
      if (watchdog.isStuck()) void this.#worker.terminate();
    }, busyMs / BUSY_CHECKS).unref();
  }
}

/** The chunks of an HTTP response, for one reader. */
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
