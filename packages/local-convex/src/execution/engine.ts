import { join } from "node:path";
import { Cursors } from "../database/cursors";
import { Database } from "../database/database";
import { Sync } from "../database/sync";
import type { Transaction } from "../database/transaction";
import { withoutValues, type IsIdOf } from "../database/validators";
import { Scheduler } from "./scheduler";
import type { FunctionCall, FunctionOutcome, LiveQuery, LogEntry } from "../contract/core";
import { Executor, type Batch, type BatchListener } from "./executor";
import { Files } from "../storage/files";
import { newFrame, type Run } from "../modules/frame";
import { realNow } from "../modules/globals";
import { invoke, type Address } from "./invoke";
import { Live, type QueryRun } from "./live";
import { Once } from "./once";
import type { LoadedFunction } from "../modules/loadedFunction";
import type { Project } from "../modules/project";
import type { Pulse } from "./pulse";
import { Variables } from "../modules/variables";

export interface EngineOptions {
  dir: string;
  cloudUrl: string;
  siteUrl: string;
}

/** The outcome of one function for somebody outside. */
export type Answer = (outcome: FunctionOutcome) => void;

/** How functions are run for whoever asks: they need the engine, so it is given them. */
export interface Calls {
  runQuery(engine: Engine, query: LiveQuery, requestId: string): Promise<QueryRun>;
  runMutation(engine: Engine, batch: Batch, call: FunctionCall, answer: Answer): Promise<void>;
  runAction(engine: Engine, call: FunctionCall): Promise<FunctionOutcome>;
  runScheduledMutation(engine: Engine, on: Transaction, address: Address, args: string, jobId: string): Promise<void>;
  runScheduledAction(engine: Engine, address: Address, args: string, jobId: string): Promise<void>;
}

const TRANSACTION_TIMEOUT_MS = 5_000;
const ACTION_TIMEOUT_MS = 600_000;

/** Runs functions against the database: the heart of the worker. */
export class Engine {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly files: Files;
  readonly variables: Variables;
  readonly scheduler: Scheduler;
  readonly live: Live;
  readonly executor: Executor;
  readonly once: Once;
  readonly options: EngineOptions;
  readonly pulse: Pulse;
  project: Project;
  readonly #sync: Sync;
  readonly #calls: Calls;
  readonly #log: (entry: LogEntry) => void;
  readonly #actions = new Set<Promise<unknown>>();

  constructor(
    options: EngineOptions,
    project: Project,
    pulse: Pulse,
    calls: Calls,
    listener: BatchListener,
    log: (entry: LogEntry) => void,
  ) {
    this.options = options;
    this.pulse = pulse;
    this.project = project;
    this.#log = log;
    this.#calls = calls;
    const file = join(options.dir, "data.sqlite");
    this.database = new Database(file);
    this.#sync = new Sync(file);
    this.cursors = new Cursors(this.database.secret);
    this.files = new Files(this.database, options.dir, options.cloudUrl);
    this.variables = new Variables(this.database, options);
    this.once = new Once(this.database);
    this.live = new Live((query, requestId, id) =>
      this.pulse.noting({ kind: "live", id }, () => calls.runQuery(this, query, requestId)),
    );
    this.executor = new Executor(this.database, this.#sync, this.live, listener);
    this.scheduler = new Scheduler(this.database, {
      typeOf: (address) => this.project.find(address.component, address.path)?.type ?? null,
      mutation: (...job) => calls.runScheduledMutation(this, ...job),
      action: (...job) => calls.runScheduledAction(this, ...job),
      write: (work) => this.executor.write(work),
    });
  }

  write = <T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> => this.executor.write(work);
  read = <T>(work: (transaction: Transaction) => T): Promise<T> => this.executor.read(work);

  isIdOf(component: string): IsIdOf {
    return (id, table) => this.database.isIdOf(id, component, table);
  }

  /** A call from outside, by the number of its request. Answered once, after the commit if it changed anything. */
  call(id: number, call: FunctionCall, answer: Answer): void {
    const type = this.#typeOf(call);
    if (type === "action") {
      void this.track(this.#calls.runAction(this, call).then(answer));
    } else if (type === "mutation") {
      this.executor.push((batch) =>
        this.pulse.noting({ kind: "request", id }, () => this.#calls.runMutation(this, batch, call, answer)),
      );
    } else {
      this.executor.push(async (batch) => {
        const { outcome, logLines } = await this.pulse.noting({ kind: "request", id }, () =>
          this.#calls.runQuery(this, { ...call, journal: null }, call.requestId),
        );
        const ts = this.database.ts;
        batch.finishers.push(() => answer({ udfType: "query", logLines, ts, ...outcome }));
      });
    }
  }

  /**
   * Runs one function, and gives it up when it takes too long to settle. One that never gives up control is ended from
   * outside, with the worker.
   */
  run(
    callee: LoadedFunction,
    component: string,
    run: Run,
    transaction: Transaction | null,
    args: string,
  ): Promise<string> {
    const frame = newFrame({ kind: callee.type, component, path: callee.path, run, transaction, depth: 0 });
    const limitMs = transaction === null ? ACTION_TIMEOUT_MS : TRANSACTION_TIMEOUT_MS;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        run.aborted = true;
        reject(new Error(`Function execution timed out (maximum duration: ${limitMs / 1000}s)`));
      }, limitMs);
      const done = (value: string) => {
        clearTimeout(timer);
        resolve(value);
      };
      const failed = (error: unknown) => {
        clearTimeout(timer);
        reject(error as Error);
      };
      invoke(frame, callee, args, this.isIdOf(component)).then(done, failed);
    });
  }

  /** Work that goes on beside the database, such as an action: `close` waits for it. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#actions.add(work);
    const forget = () => void this.#actions.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Finishes what was begun. Actions that take longer than `graceMs` are left behind. */
  async close(graceMs: number): Promise<void> {
    this.scheduler.stop();
    const patience = new Promise((resolve) => setTimeout(resolve, graceMs));
    while (this.#actions.size > 0) {
      const left = await Promise.race([Promise.allSettled(this.#actions).then(() => false), patience.then(() => true)]);
      if (left) break;
    }
    await this.executor.drain();
    this.executor.stop();
    await this.#sync.close();
    this.database.close();
  }

  log(
    path: string,
    component: string,
    udfType: LogEntry["udfType"],
    run: Run,
    error: string | null,
    startedAt: number,
  ): void {
    this.#log({
      path,
      componentPath: component,
      udfType,
      logLines: run.logLines.map(withoutValues),
      error: error === null ? null : withoutValues(error),
      timestamp: realNow() / 1000,
      executionTime: (performance.now() - startedAt) / 1000,
      requestId: run.requestId,
    });
  }

  #typeOf(call: FunctionCall): LoadedFunction["type"] {
    if (call.udfType !== "any") return call.udfType;
    return this.project.find(call.componentPath, call.path)?.type ?? "query";
  }
}
