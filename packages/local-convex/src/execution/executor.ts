import type { Database } from "../database/database";
import type { DiskSync } from "../database/diskSync";
import { Transaction } from "../database/transaction";
import type { LiveResult } from "../contract/core";
import type { LiveQueryRunner, FirstResult } from "./liveQueryRunner";

const BATCH_TASKS = 128;
const BATCH_MS = 8;
const READ_TRIES = 4;

/** Work that reads or writes the database. Tasks run one at a time. Consecutive ones share a commit. */
export type Task = (batch: Batch) => void | Promise<void>;

/** Read-only work. Returns its response, which is sent when the batch is on disk, or gets the error that prevented it. */
export type ReadingTask = () => Finish | Promise<Finish>;
type Finish = (failure: Error | null) => void;

/** Tasks that share one commit, and what follows once it is on disk. */
export class Batch {
  /** Side effects, run only after the commit. */
  readonly effects: (() => void)[] = [];
  /** Run when everything is on disk, or with the error that prevented it. */
  readonly finishers: Finish[] = [];
  mutated = false;
  /** Resolves when the commit is on disk. Null: no sync has started. */
  synced: Promise<void> | null = null;
  readonly #database: Database;
  readonly #live: LiveQueryRunner;

  constructor(database: Database, live: LiveQueryRunner) {
    this.#database = database;
    this.#live = live;
  }

  /** Adds a mutation's changes. Returns its commit time. */
  absorb(transaction: Transaction): bigint {
    this.mutated = true;
    this.effects.push(...transaction.effects);
    if (!transaction.hasWritten) return this.#database.ts;
    this.#live.invalidate(transaction.changes);
    const ts = this.#database.nextTs();
    if (this.#database.changeLog.isActive) this.#database.changeLog.add(ts, transaction.changes.documents);
    return ts;
  }
}

/** The live query results of a finished batch, all at one commit time. */
export interface BatchResult {
  ts: bigint;
  mutated: boolean;
  changed: LiveResult[];
  started: FirstResult[];
}

export interface BatchListener {
  /** Called when a batch is on disk and its finishers have run: its results can be sent. */
  batchFinished(result: BatchResult): void;
  /** Handles messages that arrived during a batch, so that they can join it. */
  poll(): void;
  /** Called when a sync failed, so committed data may be lost. The process must not respond, and must end. */
  syncFailed(error: unknown): void;
}

/**
 * Runs tasks in order, in batches. A batch commits once, reruns live queries while the disk syncs, and then responds. The next batch may
 * run during the sync. Batches respond in order.
 */
export class Executor {
  readonly #database: Database;
  readonly #sync: DiskSync;
  readonly #live: LiveQueryRunner;
  readonly #listener: BatchListener;
  readonly #queue: Task[] = [];
  #running: Promise<void> | null = null;
  /** Resolves when all batches so far have responded. Null: none is outstanding. */
  #responding: Promise<void> | null = null;
  #stopped = false;
  /** True after a failed sync. */
  #hasSyncFailed = false;

  constructor(database: Database, sync: DiskSync, live: LiveQueryRunner, listener: BatchListener) {
    this.#database = database;
    this.#sync = sync;
    this.#live = live;
    this.#listener = listener;
  }

  push(task: Task): void {
    if (this.#stopped) throw new Error("The deployment is being stopped.");
    this.#queue.push(task);
    this.#running ??= this.#work();
  }

  /** Runs work in a transaction that may write. Resolves when it is on disk. */
  write<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.push(async (batch) => {
        const transaction = new Transaction(this.#database, { writable: true, reads: null });
        const savepoint = transaction.savepoint();
        try {
          const value = await work(transaction);
          transaction.release(savepoint);
          batch.absorb(transaction);
          batch.finishers.push((failure) => (failure === null ? resolve(value) : reject(failure)));
        } catch (error) {
          transaction.undo(savepoint);
          reject(error as Error);
        }
      });
    });
  }

  /** Runs work in a read-only transaction. */
  read<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.pushReading(async () => {
        try {
          const value = await work(new Transaction(this.#database, { writable: false, reads: null }));
          return (failure) => (failure === null ? resolve(value) : reject(failure));
        } catch (error) {
          return () => reject(error as Error);
        }
      });
    });
  }

  betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const task = () => {
        if (this.#database.isInBatch) return this.push(task);
        work().then(resolve, reject);
      };
      this.push(task);
    });
  }

  /** Runs read-only work. If its batch cannot be committed, it has seen writes that were undone, so it runs again. */
  pushReading(task: ReadingTask, tries = READ_TRIES): void {
    this.push(async (batch) => {
      const finish = await task();
      batch.finishers.push((failure) => {
        if (failure === null || tries === 1 || this.#stopped) finish(failure);
        else this.pushReading(task, tries - 1);
      });
    });
  }

  /** Resolves when no task and no response is outstanding. */
  async drain(): Promise<void> {
    while (this.#running !== null || this.#responding !== null) {
      await this.#running;
      await this.#responding;
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #work(): Promise<void> {
    // Requests of the same event loop turn join the batch.
    await Promise.resolve();
    while (this.#queue.length > 0 || this.#live.isWaiting) {
      const batch = new Batch(this.#database, this.#live);
      const outcome = await this.#runBatch(batch);
      // Live queries run while the disk syncs, unless the sync takes no time.
      const isReady = this.#live.hasInvalidated ? this.#sync.isInstant : this.#sync.isQuick;
      if (outcome === true && !isReady) batch.synced = this.#sync.soon();
      await this.#live.settle();
      const result = { ts: this.#database.ts, mutated: batch.mutated, ...this.#live.takeResults() };
      this.#finish(outcome, batch, result);
      // Lets timers and sockets run.
      if (this.#queue.length > 0 || this.#live.isWaiting) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#running = null;
  }

  /** Runs tasks and commits. Returns true if the batch wrote anything, or the error that prevented the commit. */
  async #runBatch(batch: Batch): Promise<boolean | Error> {
    const startedAt = performance.now();
    try {
      for (let tasks = 0; tasks < BATCH_TASKS; tasks++) {
        if (this.#queue.length === 0) this.#listener.poll();
        if (this.#queue.length === 0 || (tasks > 0 && performance.now() - startedAt > BATCH_MS)) break;
        const pending = this.#queue.shift()!(batch);
        if (pending !== undefined) await pending;
        // Later tasks would see writes that will be undone.
        if (this.#database.hasFailed) break;
      }
      return this.#database.commit();
    } catch (error) {
      this.#database.rollback();
      return error as Error;
    }
  }

  /** Responds at once if possible, otherwise once the commit is on disk and earlier batches have responded. */
  #finish(outcome: boolean | Error, batch: Batch, result: BatchResult): void {
    const failure = outcome instanceof Error ? outcome : null;
    if (this.#responding === null && outcome !== true) return this.#respond(failure, batch, result);
    if (this.#responding === null && this.#queue.length === 0 && batch.synced === null && this.#sync.isQuick) {
      this.#syncNow();
      return this.#respond(failure, batch, result);
    }
    const synced = batch.synced ?? (outcome === true ? this.#sync.soon() : null);
    const responding = (this.#responding ?? Promise.resolve()).then(async () => {
      await synced?.catch((error: unknown) => this.syncFailed(error));
      this.#respond(failure, batch, result);
      if (this.#responding === responding) this.#responding = null;
    });
    this.#responding = responding;
  }

  #syncNow(): void {
    try {
      this.#sync.now();
    } catch (error) {
      this.syncFailed(error);
    }
  }

  /** Stops all responses after a failed sync: data in memory may be gone after a restart. */
  syncFailed(error: unknown): void {
    this.#hasSyncFailed = true;
    this.#stopped = true;
    this.#listener.syncFailed(error);
  }

  #respond(failure: Error | null, batch: Batch, result: BatchResult): void {
    if (this.#hasSyncFailed) return;
    if (failure === null) for (const effect of batch.effects) effect();
    for (const finish of batch.finishers) finish(failure);
    this.#listener.batchFinished(result);
  }
}
