import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Cursors } from "../database/cursors";
import { Database } from "../database/database";
import { ReadSet } from "../database/readSet";
import { Sync } from "../database/sync";
import { Transaction } from "../database/transaction";
import type { IsIdOf } from "../database/validators";
import { Scheduler } from "../scheduler";
import { systemQueries } from "../deploy/systemQueries";
import type { FunctionCall, FunctionOutcome, LiveQuery, LogEntry } from "./core";
import { serialize } from "./errors";
import { Executor, type Batch, type BatchListener } from "./executor";
import { Files } from "./files";
import { newFrame, newRun, type Frame, type Run } from "./frame";
import { realNow } from "./globals";
import { findFunction, invoke, type Address } from "./invoke";
import { Live, type QueryRun } from "./live";
import { Once } from "./once";
import type { LoadedFunction, Project } from "./project";
import { passedOn, wrongType } from "./syscalls";
import { systemReader } from "./systemReader";
import { Variables } from "./variables";

export interface EngineOptions {
  dir: string;
  cloudUrl: string;
  siteUrl: string;
}

const TRANSACTION_TIMEOUT_MS = 5_000;
const ACTION_TIMEOUT_MS = 600_000;

/** The outcome of one function for somebody outside. */
export type Answer = (outcome: FunctionOutcome) => void;

/** Runs functions against the database: the heart of the worker. */
export class Engine {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly files: Files;
  readonly variables: Variables;
  readonly scheduler: Scheduler;
  readonly live: Live;
  readonly executor: Executor;
  readonly options: EngineOptions;
  project: Project;
  readonly #sync: Sync;
  readonly #once: Once;
  readonly #log: (entry: LogEntry) => void;
  readonly #actions = new Set<Promise<unknown>>();

  constructor(options: EngineOptions, project: Project, listener: BatchListener, log: (entry: LogEntry) => void) {
    this.options = options;
    this.project = project;
    this.#log = log;
    const file = join(options.dir, "data.sqlite");
    this.database = new Database(file);
    this.#sync = new Sync(file);
    this.cursors = new Cursors(this.database.secret);
    this.files = new Files(this.database, options.dir, options.cloudUrl);
    this.variables = new Variables(this.database, options);
    this.#once = new Once(this.database);
    this.live = new Live((query, requestId) => this.#runQuery(query, requestId));
    this.executor = new Executor(this.database, this.#sync, this.live, listener);
    this.scheduler = new Scheduler(this.database, {
      typeOf: (address) => this.project.find(address.component, address.path)?.type ?? null,
      mutation: (transaction, address, args, jobId) => this.#scheduledMutation(transaction, address, args, jobId),
      action: (address, args, jobId) => this.#scheduledAction(address, args, jobId),
      write: (work) => this.executor.write(work),
    });
  }

  write = <T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> => this.executor.write(work);
  read = <T>(work: (transaction: Transaction) => T): Promise<T> => this.executor.read(work);

  isIdOf(component: string): IsIdOf {
    return (id, table) => this.database.isIdOf(id, component, table);
  }

  /** A call from outside. Answered once, after the commit if it changed anything. */
  call(call: FunctionCall, answer: Answer): void {
    const type = this.#typeOf(call);
    if (type === "action") {
      void this.#tracked(this.#runAction(call).then(answer));
    } else if (type === "mutation") {
      this.executor.push((batch) => this.#runMutation(batch, call, answer));
    } else {
      this.executor.push(async (batch) => {
        const { outcome, logLines } = await this.#runQuery({ ...call, journal: null }, call.requestId);
        const ts = this.database.ts;
        batch.finishers.push(() => answer({ udfType: "query", logLines, ts, ...outcome }));
      });
    }
  }

  /** A call that an action makes: a transaction, or an action, of its own. */
  callFromAction(caller: Frame, type: LoadedFunction["type"], address: Address, args: string): Promise<string> {
    const callee = findFunction(this.project, address, { publicOnly: false });
    if (callee.type !== type) throw wrongType(callee.path, type, callee.type);
    const { identity, requestId, authToken, logLines } = caller.run;
    const run: Run = { ...newRun({ identity, requestId, authToken }, realNow()), logLines };
    const frameIn = (transaction: Transaction | null) =>
      newFrame({ kind: type, component: address.component, path: callee.path, run, transaction, depth: 0 });
    const failed = (error: unknown) => {
      throw passedOn(error);
    };
    if (type === "action") return this.#inTime(frameIn(null), callee, args, ACTION_TIMEOUT_MS).catch(failed);
    if (type === "mutation") {
      const work = (transaction: Transaction) => this.#inTime(frameIn(transaction), callee, args);
      return this.executor.write(work).catch(failed);
    }
    return new Promise((resolve, reject) => {
      this.executor.push(async (batch) => {
        const transaction = new Transaction(this.database, { writable: false, reads: null });
        try {
          const value = await this.#inTime(frameIn(transaction), callee, args);
          batch.finishers.push(() => resolve(value));
        } catch (error) {
          batch.finishers.push(() => reject(passedOn(error)));
        }
      });
    });
  }

  /** Runs what an HTTP request asks for, as an action of the app. */
  track<T>(work: Promise<T>): Promise<T> {
    return this.#tracked(work);
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
      logLines: run.logLines,
      error,
      timestamp: realNow() / 1000,
      executionTime: (performance.now() - startedAt) / 1000,
      requestId: run.requestId,
    });
  }

  #typeOf(call: FunctionCall): LoadedFunction["type"] {
    if (call.udfType !== "any") return call.udfType;
    return this.project.find(call.componentPath, call.path)?.type ?? "query";
  }

  #find(call: Pick<FunctionCall, "path" | "componentPath" | "caller">, type: LoadedFunction["type"]): LoadedFunction {
    const isAdmin = call.caller === "admin";
    const address = { component: isAdmin ? call.componentPath : "", path: call.path };
    const callee = findFunction(this.project, address, { publicOnly: !isAdmin });
    if (callee.type !== type) throw wrongType(callee.path, type, callee.type);
    return callee;
  }

  async #runMutation(batch: Batch, call: FunctionCall, answer: Answer): Promise<void> {
    const before = call.once === undefined ? null : this.#once.find(call.once);
    if (before !== null) {
      batch.mutated = true;
      batch.finishers.push(() => answer({ udfType: "mutation", ok: true, ...before }));
      return;
    }
    const startedAt = performance.now();
    const run = newRun(call, realNow());
    const transaction = new Transaction(this.database, { writable: true, reads: null });
    const mark = transaction.mark();
    try {
      const callee = this.#find(call, "mutation");
      const value = await this.#inTime(frameOf("mutation", call, callee, run, transaction), callee, call.args);
      const ts = batch.absorb(transaction);
      if (call.once !== undefined && transaction.wrote)
        this.#once.record(call.once, { ts, value, logLines: run.logLines });
      transaction.release(mark);
      batch.finishers.push((failure) => {
        if (failure === null) answer({ udfType: "mutation", ok: true, value, ts, logLines: run.logLines });
        else answer(this.#failure("mutation", run, failure));
        this.log(callee.path, call.componentPath, "mutation", run, failure?.message ?? null, startedAt);
      });
    } catch (error) {
      transaction.undo(mark);
      batch.mutated = true;
      const outcome = this.#failure("mutation", run, error);
      batch.finishers.push(() => answer(outcome));
      this.log(call.path, call.componentPath, "mutation", run, messageOf(outcome), startedAt);
    }
  }

  async #runQuery(query: LiveQuery, requestId: string): Promise<QueryRun> {
    const startedAt = performance.now();
    const reads = new ReadSet();
    const run = newRun({ ...query, requestId }, realNow());
    const transaction = new Transaction(this.database, { writable: false, reads });
    let outcome: QueryRun["outcome"];
    try {
      if (query.path.startsWith("_system/")) {
        outcome = { ok: true, value: this.#runSystemQuery(query, transaction) };
      } else {
        const callee = this.#find(query, "query");
        const value = await this.#inTime(frameOf("query", query, callee, run, transaction), callee, query.args);
        outcome = { ok: true, value };
      }
    } catch (error) {
      outcome = { ok: false, error: serialize(error, requestId) };
    }
    if (!query.path.startsWith("_system/")) {
      this.log(query.path, query.componentPath, "query", run, outcome.ok ? null : outcome.error.message, startedAt);
    }
    return { outcome, logLines: run.logLines, journal: run.journalOut, identityUsed: run.identityUsed, reads };
  }

  #runSystemQuery(query: LiveQuery, transaction: Transaction): string {
    const body = systemQueries[query.path] ?? systemQueries[`${query.path}:default`];
    if (query.caller !== "admin" || body === undefined)
      throw new Error(`Could not find public function for '${query.path}'.`);
    const value = body(
      systemReader(this, transaction, query.componentPath),
      JSON.parse(query.args) as Record<string, unknown>,
    );
    return JSON.stringify(value ?? null);
  }

  async #runAction(call: FunctionCall): Promise<FunctionOutcome> {
    const startedAt = performance.now();
    const run = newRun(call, realNow());
    let outcome: FunctionOutcome;
    try {
      const callee = this.#find(call, "action");
      const value = await this.#inTime(
        frameOf("action", call, callee, run, null),
        callee,
        call.args,
        ACTION_TIMEOUT_MS,
      );
      outcome = { udfType: "action", ok: true, value, ts: this.database.ts, logLines: run.logLines };
    } catch (error) {
      outcome = this.#failure("action", run, error);
    }
    this.log(call.path, call.componentPath, "action", run, messageOf(outcome), startedAt);
    return outcome;
  }

  async #scheduledMutation(transaction: Transaction, address: Address, args: string, jobId: string): Promise<void> {
    const startedAt = performance.now();
    const run = newRun({ identity: null, requestId: newRequestId(), scheduledFunctionId: jobId }, realNow());
    try {
      const callee = findFunction(this.project, address, { publicOnly: false });
      const frame = newFrame({
        kind: "mutation",
        component: address.component,
        path: callee.path,
        run,
        transaction,
        depth: 0,
      });
      await this.#inTime(frame, callee, args);
      this.log(address.path, address.component, "mutation", run, null, startedAt);
    } catch (error) {
      const { message } = serialize(error, run.requestId);
      this.log(address.path, address.component, "mutation", run, message, startedAt);
      throw new Error(message);
    }
  }

  async #scheduledAction({ component, path }: Address, args: string, jobId: string): Promise<void> {
    const startedAt = performance.now();
    const run = newRun({ identity: null, requestId: newRequestId(), scheduledFunctionId: jobId }, realNow());
    const work = async () => {
      const callee = findFunction(this.project, { component, path }, { publicOnly: false });
      const frame = newFrame({ kind: "action", component, path: callee.path, run, transaction: null, depth: 0 });
      await this.#inTime(frame, callee, args, ACTION_TIMEOUT_MS);
    };
    const error = await this.#tracked(
      work().then(
        () => null,
        (thrown: unknown) => serialize(thrown, run.requestId).message,
      ),
    );
    this.log(path, component, "action", run, error, startedAt);
    if (error !== null) throw new Error(error);
  }

  /** Runs a function, and gives it up when it takes too long to settle. An endless loop is ended from outside. */
  #inTime(frame: Frame, callee: LoadedFunction, args: string, limitMs = TRANSACTION_TIMEOUT_MS): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        frame.run.aborted = true;
        reject(new Error(`Function execution timed out (maximum duration: ${limitMs / 1000}s)`));
      }, limitMs);
      const done = () => clearTimeout(timer);
      invoke(frame, callee, args, this.isIdOf(frame.component)).then(resolve, reject).finally(done);
    });
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#actions.add(work);
    const forget = () => void this.#actions.delete(work);
    work.then(forget, forget);
    return work;
  }

  #failure(udfType: LoadedFunction["type"], run: Run, error: unknown): FunctionOutcome {
    return { udfType, ok: false, error: serialize(error, run.requestId), ts: this.database.ts, logLines: run.logLines };
  }
}

/** A short random name for a call that nobody outside made. */
export function newRequestId(): string {
  return randomBytes(8).toString("hex");
}

function frameOf(
  kind: "query" | "mutation" | "action",
  call: Pick<FunctionCall, "componentPath" | "caller">,
  callee: LoadedFunction,
  run: Run,
  transaction: Transaction | null,
): Frame {
  const component = call.caller === "admin" ? call.componentPath : "";
  return newFrame({ kind, component, path: callee.path, run, transaction, depth: 0 });
}

function messageOf(outcome: FunctionOutcome): string | null {
  return outcome.ok ? null : outcome.error.message;
}
