import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/database";
import { TICKS_PER_MS } from "../database/ids";
import type { Transaction } from "../database/transaction";
import type { Json, JsonObject } from "../database/values";
import type { CronJob, WaitingJob } from "../contract/dashboard";
import { CronTable, type PlannedCron } from "./crons";
import type { Address } from "./invoke";
import { FUNCTION_TIMED_OUT } from "./heartbeat";
import { storageFailureOf, storageMessage } from "../storageFailure";

export interface Job extends Address {
  /** The id of its `_scheduled_functions` document. `owner`: the component that scheduled it. */
  id: string;
  owner: string;
  args: string;
}

/** Runs the functions of jobs. */
export interface JobRunner {
  isAction(address: Address): boolean;
  /** Runs in the given transaction. Rejects if the function fails. */
  mutation(transaction: Transaction, address: Address, args: string, jobId: string): Promise<void>;
  action(address: Address, args: string, jobId: string): Promise<void>;
  write<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T>;
}

/** The table of scheduled functions in each component. */
export const JOBS = "_scheduled_functions";
const RETENTION_MS = 7 * 24 * 3_600_000;
const MAX_TIMER_MS = 2 ** 31 - 1;
const PURGE_EVERY_MS = 3_600_000;
/** Milliseconds until the next try after a disk failure. */
const STORAGE_RETRY_MS = 1_000;

/**
 * Runs functions later. A mutation commits together with the end of its job: exactly once. An action's job is marked as started first: at
 * most once. An action that a crash interrupts counts as failed.
 */
export class Scheduler {
  readonly #database: Database;
  readonly #runner: JobRunner;
  readonly #crons: CronTable;
  #timer: NodeJS.Timeout | null = null;
  #purger: NodeJS.Timeout | null = null;
  #stopped = true;
  /** True once a push was activated. Jobs that run may still end. */
  #isReplaced = false;
  #running = 0;

  constructor(database: Database, runner: JobRunner) {
    this.#database = database;
    this.#runner = runner;
    database.driver.exec(`
      CREATE TABLE IF NOT EXISTS jobs (id TEXT PRIMARY KEY, owner TEXT NOT NULL, component TEXT NOT NULL, path TEXT NOT NULL,
        args TEXT NOT NULL, due REAL NOT NULL, running INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS jobsByDue ON jobs (running, due);
    `);
    this.#crons = new CronTable(database);
  }

  /**
   * Starts running due jobs. Marks as failed the actions that ran when the process ended, and the mutation that timed out the last worker.
   */
  async start(timedOutJob: string | null): Promise<void> {
    this.#stopped = false;
    // A full disk must not stop reads.
    const recovered = this.#writeWithRetry((transaction) => {
      for (const job of this.#jobs("running = 1 ORDER BY due")) {
        this.#finish(transaction, job, { kind: "failed", error: "Transient error while executing action" });
      }
      if (timedOutJob !== null) {
        for (const job of this.#jobs("id = ?", timedOutJob))
          this.#finish(transaction, job, { kind: "failed", error: FUNCTION_TIMED_OUT });
      }
      this.#purge(transaction);
    });
    await Promise.race([recovered, sleep(STORAGE_RETRY_MS)]);
    void recovered.then(() => this.#armTimer());
    this.#purger = setInterval(
      () => void this.#writeWithRetry((transaction) => this.#purge(transaction)),
      PURGE_EVERY_MS,
    );
    this.#purger.unref();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#purger !== null) clearInterval(this.#purger);
  }

  schedule(transaction: Transaction, owner: string, target: Address, dueMs: number, args: string): string {
    const due = Number.isFinite(dueMs) ? dueMs : Date.now();
    const [module, name] = target.path.split(":");
    const id = transaction.insert(owner, JOBS, {
      args: [JSON.parse(args) as Json],
      name: `${module!.replace(/\.js$/, "")}.js:${name ?? "default"}`,
      scheduledTime: due,
      state: { kind: "pending" },
    });
    this.#database.driver
      .prepare("INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, 0)")
      .run(id, owner, target.component, target.path, args, due);
    transaction.effects.push(() => this.#armTimer());
    return id;
  }

  /** Cancels a job. A running one continues, and only its record changes. */
  cancel(transaction: Transaction, owner: string, id: string): void {
    const text = transaction.get(owner, id, JOBS, true);
    if (text === null) throw new Error(`Scheduled function ${id} not found.`);
    const { state } = JSON.parse(text) as { state: { kind: string } };
    if (state.kind !== "pending" && state.kind !== "inProgress") return;
    transaction.patch(owner, id, { state: { kind: "canceled" }, completedTime: Date.now() }, JOBS);
    this.#remove(id);
  }

  /** Returns the documents of a component's unfinished jobs, the next one first. */
  waiting(transaction: Transaction, owner: string, limit: number): WaitingJob[] {
    const jobs = this.#jobs("owner = ? ORDER BY running DESC, due LIMIT ?", owner, limit);
    return jobs.flatMap(({ id }) => {
      const text = transaction.get(owner, id, JOBS, true);
      return text === null ? [] : [JSON.parse(text) as WaitingJob];
    });
  }

  /** Returns a component's cron jobs, with the outcome of each last run. */
  crons(transaction: Transaction, component: string): CronJob[] {
    return this.#crons.all(component).map(({ lastJob, ...cron }) => {
      const text = lastJob === null ? null : transaction.get(component, lastJob, JOBS, true);
      return { ...cron, lastRun: text === null ? null : (JSON.parse(text) as CronJob["lastRun"]) };
    });
  }

  /**
   * Replaces the cron jobs of all components. Unchanged ones keep their next run. Then starts no more jobs: the next worker does, because a
   * new one may be due now, and only that worker has its function.
   */
  plan(transaction: Transaction, crons: PlannedCron[]) {
    const diff = this.#crons.plan(crons);
    transaction.effects.push(() => (this.#isReplaced = true));
    return diff;
  }

  /** Writes. Retries until the disk works. */
  async #writeWithRetry(work: (transaction: Transaction) => void): Promise<void> {
    while (!this.#stopped) {
      try {
        return await this.#runner.write(work);
      } catch (error) {
        if (storageFailureOf(error) === null) throw error;
        await sleep(STORAGE_RETRY_MS);
      }
    }
  }

  /** Sets the timer for the next due job, at least `minDelayMs` from now. */
  #armTimer(minDelayMs = 0): void {
    if (this.#stopped || this.#isReplaced) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const [due] = this.#database.driver.prepare("SELECT min(due) FROM jobs WHERE running = 0").get()!;
    const next = Math.min(due === null ? Infinity : Number(due), this.#crons.nextRun());
    if (next === Infinity) return;
    // At the limit, the end of an action sets the timer again.
    if (this.#running >= MAX_CONCURRENT) return;
    const delay = Math.max(minDelayMs, Math.min(next - Date.now(), MAX_TIMER_MS));
    this.#timer = setTimeout(() => void this.#runDue(), delay);
  }

  async #runDue(): Promise<void> {
    this.#timer = null;
    if (this.#stopped || this.#isReplaced) return;
    const now = Date.now();
    try {
      await this.#crons.runDue(now, this.#runner, (transaction, cron) =>
        this.schedule(transaction, cron.component, { component: cron.component, path: cron.path }, now, cron.args),
      );
      const jobs = this.#jobs(
        "running = 0 AND due <= ? ORDER BY due LIMIT ?",
        now,
        Math.max(0, MAX_CONCURRENT - this.#running),
      );
      await Promise.all(jobs.map((job) => this.#run(job)));
    } catch (error) {
      // The database has already logged the disk failure.
      if (storageFailureOf(error) !== null) return this.#armTimer(STORAGE_RETRY_MS);
      console.error("The scheduler could not run the due functions:", error);
    }
    this.#armTimer();
  }

  #run(job: Job): Promise<void> {
    // A removed function fails like a mutation: at once, with a message.
    return this.#runner.isAction(job) ? this.#startAction(job) : this.#runMutation(job);
  }

  #runMutation(job: Job): Promise<void> {
    return this.#runner.write(async (transaction) => {
      if (!this.#isWaiting(job)) return;
      let state: JsonObject = { kind: "success" };
      const savepoint = transaction.savepoint();
      try {
        await this.#runner.mutation(transaction, job, job.args, job.id);
        transaction.release(savepoint);
      } catch (error) {
        transaction.undo(savepoint);
        // The disk failed, so the job stays due.
        if (storageMessage((error as Error).message) !== null) throw error;
        state = { kind: "failed", error: (error as Error).message };
      }
      this.#finish(transaction, job, state);
    });
  }

  async #startAction(job: Job): Promise<void> {
    const hasStarted = await this.#runner.write((transaction) => {
      if (!this.#isWaiting(job)) return false;
      transaction.patch(job.owner, job.id, { state: { kind: "inProgress" } }, JOBS);
      this.#database.driver.prepare("UPDATE jobs SET running = 1 WHERE id = ?").run(job.id);
      return true;
    });
    if (hasStarted) void this.#runAction(job);
  }

  async #runAction(job: Job): Promise<void> {
    this.#running++;
    const state = await this.#runner.action(job, job.args, job.id).then(
      (): JsonObject => ({ kind: "success" }),
      (error: unknown): JsonObject => ({ kind: "failed", error: (error as Error).message }),
    );
    this.#running--;
    // If the deployment stops first, the job stays marked as started. The next start marks it as failed.
    await this.#writeWithRetry((transaction) => this.#finish(transaction, job, state));
    this.#armTimer();
  }

  /** Records a job's end, unless it was cancelled. */
  #finish(transaction: Transaction, job: Job, state: JsonObject): void {
    transaction.openForWriting();
    const text = transaction.get(job.owner, job.id, JOBS, true);
    const kind = text === null ? null : (JSON.parse(text) as { state: { kind: string } }).state.kind;
    if (kind === "pending" || kind === "inProgress") {
      transaction.patch(job.owner, job.id, { state, completedTime: Date.now() }, JOBS);
    }
    this.#remove(job.id);
  }

  #isWaiting(job: Job): boolean {
    const row = this.#database.driver.prepare("SELECT running FROM jobs WHERE id = ?").get(job.id);
    return row !== undefined && row[0] === 0;
  }

  #jobs(condition: string, ...values: (number | string)[]): Job[] {
    const rows = this.#database.driver
      .prepare(`SELECT id, owner, component, path, args FROM jobs WHERE ${condition}`)
      .all(...values);
    return rows.map(([id, owner, component, path, args]) => ({
      id: String(id),
      owner: String(owner),
      component: String(component),
      path: String(path),
      args: String(args),
    }));
  }

  #remove(id: string): void {
    this.#database.driver.prepare("DELETE FROM jobs WHERE id = ?").run(id);
  }

  /** Deletes jobs that ended more than a week ago, at most `PURGE_LIMIT` per component. */
  #purge(transaction: Transaction): void {
    const end = Date.now() - RETENTION_MS;
    for (const table of this.#database.catalog.tablesNamed(JOBS)) {
      let count = 0;
      for (const [tick, text] of table.rows()) {
        if (tick >= end * TICKS_PER_MS || count === PURGE_LIMIT) break;
        const { _id, completedTime = Infinity } = JSON.parse(text) as { _id: string; completedTime?: number };
        if (completedTime >= end) continue;
        transaction.remove(table.component, _id, JOBS);
        count += 1;
      }
    }
  }
}

const MAX_CONCURRENT = 64;
const PURGE_LIMIT = 1_000;
