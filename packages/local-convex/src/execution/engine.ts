import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Cursors } from "../database/cursors";
import { Database } from "../database/database";
import { DiskSync } from "../database/diskSync";
import { Eraser } from "../database/eraser";
import type { Transaction } from "../database/transaction";
import type { IsIdOf } from "../database/validators";
import { Scheduler } from "./scheduler";
import type { LiveQuery, LogEntry } from "../contract/core";
import { Executor, type BatchListener } from "./executor";
import { Files } from "../storage/files";
import { linkAll } from "../storage/linkAll";
import { runLimited, type ActionHost, type Address, type Invocation } from "./invoke";
import { logEntry } from "./logEntry";
import { LiveQueryRunner, type QueryRun } from "./liveQueryRunner";
import { IdempotencyRecords } from "./idempotencyRecords";
import type { Project } from "../modules/project";
import type { Heartbeat } from "./heartbeat";
import { Variables } from "../modules/variables";

/** Milliseconds that running actions get to end. A request to an outside service has its response by then, or has failed. */
const ACTIONS_MS = 10_000;

export interface EngineOptions {
  dir: string;
  cloudUrl: string;
  siteUrl: string;
}

/** Runs live queries and scheduled functions. */
export interface Runners {
  query(engine: Engine, query: LiveQuery, requestId: string): Promise<QueryRun>;
  /** `transaction`: ends the job. Null for an action. */
  scheduled(
    engine: Engine,
    transaction: Transaction | null,
    address: Address,
    args: string,
    jobId: string,
  ): Promise<void>;
}

/** The resources that a worker's functions share: database, files, live queries, scheduled functions, and one queue of transactions. */
export class Engine implements ActionHost {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly files: Files;
  readonly variables: Variables;
  readonly scheduler: Scheduler;
  readonly live: LiveQueryRunner;
  readonly executor: Executor;
  readonly idempotency: IdempotencyRecords;
  readonly options: EngineOptions;
  readonly heartbeat: Heartbeat;
  project: Project;
  readonly #sync: DiskSync;
  readonly #eraser: Eraser;
  readonly #listener: { log(entry: LogEntry): void };
  readonly #actions = new Set<Promise<unknown>>();

  constructor(
    options: EngineOptions,
    project: Project,
    heartbeat: Heartbeat,
    listener: BatchListener & { log(entry: LogEntry): void },
    runners: Runners,
  ) {
    this.options = options;
    this.heartbeat = heartbeat;
    this.project = project;
    this.#listener = listener;
    const file = join(options.dir, "data.sqlite");
    this.database = new Database(file);
    this.database.duringLongWork = (work) => heartbeat.duringLongWork(work);
    this.#sync = new DiskSync(file);
    this.cursors = new Cursors(this.database.secret);
    this.files = new Files(this.database, options.dir, options.cloudUrl);
    this.variables = new Variables(this.database, options);
    this.idempotency = new IdempotencyRecords(this.database);
    this.live = new LiveQueryRunner((query, requestId, id) =>
      this.heartbeat.whileRunning({ kind: "live", id }, () => runners.query(this, query, requestId)),
    );
    this.#eraser = new Eraser(this.database, file, (error) => this.executor.syncFailed(error));
    this.executor = new Executor(this.database, this.#sync, this.live, listener);
    this.scheduler = new Scheduler(this.database, {
      isAction: (address) => this.project.find(address.component, address.path)?.type === "action",
      mutation: (...job) => runners.scheduled(this, ...job),
      action: (...job) => this.track(runners.scheduled(this, null, ...job)),
      write: (work) => this.executor.write(work),
    });
  }

  write = <T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> => this.executor.write(work);
  read = <T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> => this.executor.read(work);

  get ts(): bigint {
    return this.database.ts;
  }

  /** Copies a consistent snapshot into a new folder, while functions continue. Stored files are linked, so they take no space. */
  copy(folder: string): Promise<void> {
    const { dir } = this.options;
    return this.executor.betweenBatches(() =>
      this.#eraser.copy(join(folder, "data.sqlite"), () => {
        linkAll(join(dir, "files"), join(folder, "files"));
        const { pushId } = this.project.state;
        if (pushId !== "") linkAll(join(dir, "modules", pushId), join(folder, "modules", pushId));
      }),
    );
  }

  isIdOf(component: string): IsIdOf {
    return (id, table) => this.database.isIdOf(id, component, table);
  }

  run(invocation: Invocation): Promise<string> {
    invocation.run.usage = invocation.transaction?.usage ?? null;
    return runLimited(invocation, this.isIdOf(invocation.component));
  }

  /** Registers work outside transactions, such as an action. `close` waits for it. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#actions.add(work);
    const untrack = () => void this.#actions.delete(work);
    work.then(untrack, untrack);
    return work;
  }

  /** Resolves once the actions running now have ended, or after `timeoutMs`. */
  async actionsEnded(timeoutMs = ACTIONS_MS): Promise<void> {
    const stopWaiting = new AbortController();
    const { signal } = stopWaiting;
    await Promise.race([
      Promise.allSettled(this.#actions),
      sleep(timeoutMs, undefined, { signal }).catch(() => undefined),
    ]);
    stopWaiting.abort();
  }

  /** Finishes running calls, then closes the database. Abandons actions that take longer than `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.scheduler.stop();
    const graceOver = new Promise((resolve) => setTimeout(resolve, graceMs));
    while (this.#actions.size > 0) {
      const timedOut = await Promise.race([
        Promise.allSettled(this.#actions).then(() => false),
        graceOver.then(() => true),
      ]);
      if (timedOut) break;
    }
    await this.executor.drain();
    this.executor.stop();
    await this.#sync.close();
    this.heartbeat.duringLongWork(() => this.#eraser.close(() => this.database.close()));
  }

  log(...finished: Parameters<typeof logEntry>): void {
    this.#listener.log(logEntry(...finished));
  }
}
