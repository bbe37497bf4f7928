import type { Database } from "../database/database";
import { Transaction } from "../database/transaction";
import { ReadSet } from "../database/readSet";
import type { Live } from "./live";

const BATCH_TASKS = 128;
const BATCH_MS = 8;

/** Work that reads or writes the database. One after the other; neighbours share a commit. */
export type Task = (batch: Batch) => void | Promise<void>;

/** Tasks that share one commit, and what is to be said after it. */
export class Batch {
  readonly effects: (() => void)[] = [];
  /** Called when everything is on disk, or with the error that prevented it. */
  readonly finishers: ((failure: Error | null) => void)[] = [];
  mutated = false;
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

/** What the executor tells: a batch is over. */
export interface BatchListener {
  /** Answers are given after `finishers`; called last, when live queries are right again. */
  settled(batch: Batch): void;
  /** Messages that arrived while a batch was running, so that they can join it. */
  poll(): void;
}

/** Runs tasks in order, in batches: begin at the first write, one commit, then live queries, then answers. */
export class Executor {
  readonly #database: Database;
  readonly #live: Live;
  readonly #listener: BatchListener;
  readonly #queue: Task[] = [];
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(database: Database, live: Live, listener: BatchListener) {
    this.#database = database;
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

  /** Waits until nothing is left to do. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #work(): Promise<void> {
    // Whoever asks in the same turn joins the batch.
    await Promise.resolve();
    while (this.#queue.length > 0 || this.#live.isWaiting) {
      const batch = new Batch(this.#database, this.#live);
      const failure = await this.#runBatch(batch);
      for (const effect of failure === null ? batch.effects : []) effect();
      for (const finish of batch.finishers) finish(failure);
      await this.#live.settle();
      this.#listener.settled(batch);
      // Let timers and sockets have their turn.
      if (this.#queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#running = null;
  }

  async #runBatch(batch: Batch): Promise<Error | null> {
    const started = performance.now();
    for (let tasks = 0; tasks < BATCH_TASKS; tasks++) {
      if (this.#queue.length === 0) this.#listener.poll();
      const task = this.#queue.shift();
      if (task === undefined || (tasks > 0 && performance.now() - started > BATCH_MS)) {
        if (task !== undefined) this.#queue.unshift(task);
        break;
      }
      const pending = task(batch);
      if (pending !== undefined) await pending;
    }
    try {
      this.#database.commit();
      return null;
    } catch (error) {
      this.#database.rollback();
      return error as Error;
    }
  }
}
