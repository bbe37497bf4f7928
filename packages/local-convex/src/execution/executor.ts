import type { Database } from "../database/database";
import { ReadSet } from "../database/readSet";
import type { Sync } from "../database/sync";
import { Transaction } from "../database/transaction";
import type { LiveResult } from "../contract/core";
import type { Live, Started } from "./live";

const BATCH_TASKS = 128;
const BATCH_MS = 8;

/** Work that reads or writes the database. One after the other; neighbours share a commit. */
export type Task = (batch: Batch) => void | Promise<void>;

/** Tasks that share one commit, and what is to be done when it is on disk. */
export class Batch {
  /** What must not happen if the commit is lost. */
  readonly effects: (() => void)[] = [];
  /** Called when everything is on disk, or with the error that prevented it. */
  readonly finishers: ((failure: Error | null) => void)[] = [];
  mutated = false;
  /** When its commit is on disk, if that is on its way. */
  synced: Promise<void> | null = null;
  readonly #database: Database;
  readonly #live: Live;

  constructor(database: Database, live: Live) {
    this.#database = database;
    this.#live = live;
  }

  /** Takes in what one mutation did; gives its commit time. */
  absorb(transaction: Transaction): bigint {
    this.mutated = true;
    this.effects.push(...transaction.effects);
    if (!transaction.wrote) return this.#database.ts;
    this.#live.invalidate(transaction.changes);
    return this.#database.nextTs();
  }
}

/** What a finished batch has to say about live queries, all at one commit time. */
export interface Settled {
  ts: bigint;
  mutated: boolean;
  changed: LiveResult[];
  started: Started[];
}

export interface BatchListener {
  /** A batch is on disk and its finishers have been called: time to tell. */
  settled(settled: Settled): void;
  /** Takes in messages that arrived while a batch was running, so that they can join it. */
  poll(): void;
}

/**
 * Runs tasks in order, in batches: one commit, then live queries, then one sync of the disk, then the answers. While a
 * disk syncs, the next batch runs; its answers come after those before it.
 */
export class Executor {
  readonly #database: Database;
  readonly #sync: Sync;
  readonly #live: Live;
  readonly #listener: BatchListener;
  readonly #queue: Task[] = [];
  #running: Promise<void> | null = null;
  /** The answers of all batches so far; null if there are none to wait for. */
  #answering: Promise<void> | null = null;
  #stopped = false;

  constructor(database: Database, sync: Sync, live: Live, listener: BatchListener) {
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

  /** Work in a transaction that may write; its result is given when it is on disk. */
  write<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.push(async (batch) => {
        const transaction = new Transaction(this.#database, { writable: true, reads: null });
        const mark = transaction.mark();
        try {
          const value = await work(transaction);
          transaction.release(mark);
          batch.absorb(transaction);
          batch.finishers.push((failure) => (failure === null ? resolve(value) : reject(failure)));
        } catch (error) {
          transaction.undo(mark);
          reject(error as Error);
        }
      });
    });
  }

  /** Work in a transaction that reads. */
  read<T>(work: (transaction: Transaction) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.push((batch) => {
        const transaction = new Transaction(this.#database, { writable: false, reads: new ReadSet() });
        try {
          const value = work(transaction);
          batch.finishers.push((failure) => (failure === null ? resolve(value) : reject(failure)));
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }

  /** Waits until nothing is left to do or to say. */
  async drain(): Promise<void> {
    while (this.#running !== null || this.#answering !== null) {
      await this.#running;
      await this.#answering;
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #work(): Promise<void> {
    // Whoever asks in the same turn joins the batch.
    await Promise.resolve();
    while (this.#queue.length > 0 || this.#live.isWaiting) {
      const batch = new Batch(this.#database, this.#live);
      const outcome = await this.#runBatch(batch);
      // Queries run again while the disk works, unless it takes no time.
      const isReady = this.#live.isTouched ? this.#sync.isInstant : this.#sync.isQuick;
      if (outcome === true && !isReady) batch.synced = this.#sync.soon();
      await this.#live.settle();
      const settled = { ts: this.#database.ts, mutated: batch.mutated, ...this.#live.take() };
      this.#finish(outcome, batch, settled);
      // Let timers and sockets have their turn.
      if (this.#queue.length > 0 || this.#live.isWaiting) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#running = null;
  }

  /** Whether the batch wrote anything, or why it could not be committed. */
  async #runBatch(batch: Batch): Promise<boolean | Error> {
    const started = performance.now();
    for (let tasks = 0; tasks < BATCH_TASKS; tasks++) {
      if (this.#queue.length === 0) this.#listener.poll();
      if (this.#queue.length === 0 || (tasks > 0 && performance.now() - started > BATCH_MS)) break;
      const pending = this.#queue.shift()!(batch);
      if (pending !== undefined) await pending;
    }
    try {
      return this.#database.commit();
    } catch (error) {
      this.#database.rollback();
      return error as Error;
    }
  }

  /** Answers at once if that is possible, or when the disk and the batches before have got there. */
  #finish(outcome: boolean | Error, batch: Batch, settled: Settled): void {
    const failure = outcome instanceof Error ? outcome : null;
    if (this.#answering === null && outcome !== true) return this.#answer(failure, batch, settled);
    if (this.#answering === null && this.#queue.length === 0 && batch.synced === null && this.#sync.isQuick) {
      this.#syncNow();
      return this.#answer(failure, batch, settled);
    }
    const synced = batch.synced ?? (outcome === true ? this.#sync.soon() : null);
    const answering = (this.#answering ?? Promise.resolve()).then(async () => {
      await synced?.catch(giveUp);
      this.#answer(failure, batch, settled);
      if (this.#answering === answering) this.#answering = null;
    });
    this.#answering = answering;
  }

  #syncNow(): void {
    try {
      this.#sync.now();
    } catch (error) {
      giveUp(error);
    }
  }

  #answer(failure: Error | null, batch: Batch, settled: Settled): void {
    if (failure === null) for (const effect of batch.effects) effect();
    for (const finish of batch.finishers) finish(failure);
    this.#listener.settled(settled);
  }
}

/** A disk that does not sync: what is in memory may not be what a restart finds, so nobody may be answered from it. */
function giveUp(error: unknown): never {
  console.error("The database could not be brought to the disk:", error);
  process.exit(1);
}
