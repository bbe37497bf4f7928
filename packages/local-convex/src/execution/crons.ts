import { Cron } from "croner";
import type { Database } from "../database/database";
import type { Transaction } from "../database/transaction";
import type { CronJob } from "../contract/dashboard";

/** A schedule as `cronJobs()` exports it. */
export interface Schedule {
  type: string;
  seconds?: number;
  minutes?: number;
  hours?: number;
  minuteUTC?: number;
  hourUTC?: number;
  dayOfWeek?: string;
  day?: number;
  cron?: string;
}

export interface PlannedCron {
  component: string;
  identifier: string;
  path: string;
  /** JSON text of the arguments object. */
  args: string;
  schedule: Schedule;
}

export interface CronDiff {
  added: string[];
  updated: string[];
  deleted: string[];
}

type ScheduleRun = (transaction: Transaction, cron: { component: string; path: string; args: string }) => string;

/** The cron jobs of all components. Their next runs survive pushes and restarts. */
export class CronTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    database.driver.exec(`
      CREATE TABLE IF NOT EXISTS crons (component TEXT, identifier TEXT, path TEXT, args TEXT, schedule TEXT, next REAL, lastJob TEXT,
        PRIMARY KEY (component, identifier)) WITHOUT ROWID;
    `);
  }

  /** Replaces all cron jobs. Returns the changes by component. */
  plan(crons: PlannedCron[]): Record<string, CronDiff> {
    const { driver } = this.#database;
    const diffs: Record<string, CronDiff> = {};
    const diffOf = (component: string) => (diffs[component] ??= { added: [], updated: [], deleted: [] });
    for (const [component, identifier] of driver.prepare("SELECT component, identifier FROM crons").all()) {
      if (crons.some((cron) => cron.component === component && cron.identifier === identifier)) continue;
      driver.prepare("DELETE FROM crons WHERE component = ? AND identifier = ?").run(component!, identifier!);
      diffOf(String(component)).deleted.push(String(identifier));
    }
    for (const cron of crons) {
      const schedule = JSON.stringify(cron.schedule);
      const stored = driver
        .prepare("SELECT path, args, schedule FROM crons WHERE component = ? AND identifier = ?")
        .get(cron.component, cron.identifier);
      if (stored !== undefined && stored[0] === cron.path && stored[1] === cron.args && stored[2] === schedule)
        continue;
      const { added, updated } = diffOf(cron.component);
      (stored === undefined ? added : updated).push(cron.identifier);
      // As on Convex, a new interval begins with a run at once.
      const isNewInterval = stored === undefined && cron.schedule.type === "interval";
      const next = isNewInterval ? Date.now() : nextTime(cron.schedule, Date.now());
      driver
        .prepare("INSERT OR REPLACE INTO crons VALUES (?, ?, ?, ?, ?, ?, NULL)")
        .run(cron.component, cron.identifier, cron.path, cron.args, schedule, next);
    }
    return diffs;
  }

  all(component: string): (Omit<CronJob, "lastRun"> & { lastJob: string | null })[] {
    const rows = this.#database.driver
      .prepare("SELECT identifier, path, args, schedule, next, lastJob FROM crons WHERE component = ?")
      .all(component);
    return rows.map(([name, path, args, schedule, next, lastJob]) => ({
      name: String(name),
      path: String(path),
      args: String(args),
      schedule: JSON.parse(String(schedule)) as CronJob["schedule"],
      nextRun: Number(next),
      lastJob: lastJob === null ? null : String(lastJob),
    }));
  }

  /** Returns when the next run is due (ms since 1970), or Infinity if there is none. */
  nextRun(): number {
    const [next] = this.#database.driver.prepare("SELECT min(next) FROM crons").get()!;
    return next === null ? Infinity : Number(next);
  }

  /** Schedules due jobs. Runs once for any number of missed runs. Skips a job whose previous run has not ended. */
  async runDue(
    now: number,
    runner: { write(work: (transaction: Transaction) => void): Promise<void> },
    schedule: ScheduleRun,
  ): Promise<void> {
    if (this.nextRun() > now) return;
    await runner.write((transaction) => {
      transaction.openForWriting();
      const { driver } = this.#database;
      const due = driver
        .prepare("SELECT component, identifier, path, args, schedule, next, lastJob FROM crons WHERE next <= ?")
        .all(now);
      for (const [component, identifier, path, args, text, next, lastJob] of due) {
        const isRunning =
          lastJob !== null && driver.prepare("SELECT 1 FROM jobs WHERE id = ?").get(lastJob!) !== undefined;
        const cron = { component: String(component), path: String(path), args: String(args) };
        const job = isRunning ? lastJob! : schedule(transaction, cron);
        driver
          .prepare("UPDATE crons SET next = ?, lastJob = ? WHERE component = ? AND identifier = ?")
          .run(timeAfter(JSON.parse(String(text)) as Schedule, Number(next), now), job, component!, identifier!);
      }
    });
  }
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Returns the first run of a schedule after a time (ms since 1970, UTC). */
export function nextTime(schedule: Schedule, after: number): number {
  const { type, minuteUTC = 0, hourUTC = 0 } = schedule;
  if (type === "interval") return after + intervalOf(schedule);
  if (type === "hourly") return nextPeriodic(after, HOUR, minuteUTC * MINUTE);
  if (type === "daily") return nextPeriodic(after, DAY, hourUTC * HOUR + minuteUTC * MINUTE);
  if (type === "weekly")
    return nextMatch(`${minuteUTC} ${hourUTC} * * ${DAYS.indexOf(schedule.dayOfWeek ?? "sunday")}`, after);
  if (type === "monthly") return nextMatch(`${minuteUTC} ${hourUTC} ${schedule.day ?? 1} * *`, after);
  if (type === "cron") return nextMatch(schedule.cron ?? "", after);
  throw new Error(`Unknown kind of cron schedule: ${type}`);
}

/** Returns the first run after `now` of a schedule with a run at `due`. An interval keeps its phase, however late its runs are. */
export function timeAfter(schedule: Schedule, due: number, now: number): number {
  if (schedule.type !== "interval") return nextTime(schedule, now);
  const interval = intervalOf(schedule);
  return due + interval * (Math.floor((now - due) / interval) + 1);
}

function intervalOf({ seconds = 0, minutes = 0, hours = 0 }: Schedule): number {
  const interval = seconds * SECOND + minutes * MINUTE + hours * HOUR;
  if (!(interval >= SECOND)) throw new Error("The interval of a cron job must be at least a second.");
  return interval;
}

function nextPeriodic(after: number, period: number, offset: number): number {
  return Math.floor((after - offset) / period + 1) * period + offset;
}

/** Returns the first time after another that matches a five-field cron expression. */
function nextMatch(expression: string, after: number): number {
  // The library accepts nicknames such as @daily. Convex does not.
  if (expression.startsWith("@")) throw new Error(`Cron expression "${expression}" must have five fields.`);
  const next = new Cron(expression, { mode: "5-part", timezone: "UTC", sloppyRanges: true }).nextRun(new Date(after));
  if (next === null) throw new Error(`Cron expression "${expression}" never matches.`);
  return next.getTime();
}
