import { statSync } from "node:fs";
import path from "node:path";
import type { HealthReport } from "../contract/dashboard";
import type { LogStream } from "./logStream";

/** The deployment's health report. Counting costs one addition per commit. */
export class Health {
  readonly #dir: string;
  readonly #logs: LogStream;
  readonly #load: () => { sockets: number; liveQueries: number };
  #commits = 0;

  constructor(dir: string, logs: LogStream, load: () => { sockets: number; liveQueries: number }) {
    this.#dir = dir;
    this.#logs = logs;
    this.#load = load;
  }

  committed(): void {
    this.#commits += 1;
  }

  report(): HealthReport {
    const { user, system } = process.cpuUsage();
    return {
      uptimeSeconds: process.uptime(),
      memoryBytes: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / 1_000_000,
      databaseBytes: sizeOf(this.#dir, "data.sqlite") + sizeOf(this.#dir, "data.sqlite-wal"),
      ...this.#load(),
      commits: this.#commits,
      ...this.#logs.counts,
      slowest: this.#logs.slowest(),
    };
  }
}

function sizeOf(dir: string, name: string): number {
  return statSync(path.join(dir, name), { throwIfNoEntry: false })?.size ?? 0;
}
