/** Measures the calls to a deployment, from its log, and the bytes sent to a phone. */
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { runInternal } from "../people";
import type { Ready } from "../product";

type Statistic = "databaseReadDocuments" | "databaseReadBytes" | "databaseWriteDocuments" | "databaseWriteBytes";

/** The cost of an act. Database bytes are of documents, without indexes. */
export type Cost = Record<Statistic, number> & {
  calls: number;
  /** Bytes of photos sent to phones. */
  photos: number;
  /** Bytes over the sockets, both ways. */
  socket: number;
};

interface Entry {
  identifier: string;
  usageStats: Record<Statistic, number> | null;
}

/** Milliseconds. Longer than the jobs and live queries that one call causes. */
const QUIET_MS = 2_500;
/** The jobs that `jobs:startDue` starts in a minute with work. `month.ts` counts them by the minute. */
export const JOBS_OF_BUSY_MINUTE = [
  "numbers:rollUp",
  "numbers:updateNow",
  "numbers:observe",
  "numbers:writeNow",
  "swipes:numberNewcomers",
  "outbox:retryDue",
  "payments:pollDue",
];
/** Nearly all jobs run at least this often. */
const TEN_MINUTES = 600_000;
/** By then the one-time work has ended: that of creating the demo people, such as expired claims, and the change of the festival day. */
const SETTLED_MS = 150_000;
const MONTH = 31 * 86_400_000;
/** `npm start` calls this each minute. Convex never does. */
const BY_START = "restore:deletions";

export class Meter {
  readonly #ready: Ready;
  #cursor = 0;
  #entries: Entry[] = [];
  #photos = 0;
  #socket = 0;
  #lastCallAt = Date.now();
  #stopped = false;
  /** Background jobs, excluded from the acts. */
  #jobs = new Set<string>(JOBS_OF_BUSY_MINUTE);

  constructor(ready: Ready) {
    this.#ready = ready;
    void this.#follow();
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Finds the background jobs during an idle time. Returns their calls per month. */
  async findJobs(): Promise<number> {
    await this.#quiet();
    this.#entries = [];
    // It runs sixty jobs within two minutes, once a day. Within the ten measured minutes they would count as recurring work.
    await runInternal(this.#ready, "mutation", "profiles:updateDay", {});
    await wait(SETTLED_MS);
    const settledCount = this.#entries.length;
    await wait(TEN_MINUTES);
    for (const { identifier } of this.#entries) this.#jobs.add(identifier);
    // Some demo people wait for a moderator, so jobs of busy minutes run here, too. `month.ts` counts them.
    const uncounted = new Set([BY_START, ...JOBS_OF_BUSY_MINUTE]);
    const productEntries = this.#entries.slice(settledCount).filter(({ identifier }) => !uncounted.has(identifier));
    return (productEntries.length * MONTH) / TEN_MINUTES;
  }

  /** Also counts this page's photos and socket messages. */
  watch(page: Page): Page {
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "image" || !/^https?:/.test(request.url())) return;
      void request.sizes().then(({ responseBodySize }) => (this.#photos += responseBodySize));
    });
    page.on("websocket", (socket) => {
      const count = ({ payload }: { payload: string | Buffer }) => void (this.#socket += payload.length);
      socket.on("framereceived", count).on("framesent", count);
    });
    return page;
  }

  /** Returns the cost of one of `times` equal acts. */
  async measure(times: number, work: () => Promise<void>): Promise<Cost> {
    await this.#quiet();
    await this.#mail();
    [this.#entries, this.#photos, this.#socket] = [[], 0, 0];
    await work();
    await this.#mail();
    const actEntries = this.#entries.filter(({ identifier }) => !this.#jobs.has(identifier));
    const sum = (name: Statistic) =>
      actEntries.reduce((all, { usageStats }) => all + (usageStats?.[name] ?? 0), 0) / times;
    return {
      calls: actEntries.length / times,
      databaseReadDocuments: sum("databaseReadDocuments"),
      databaseReadBytes: sum("databaseReadBytes"),
      databaseWriteDocuments: sum("databaseWriteDocuments"),
      databaseWriteBytes: sum("databaseWriteBytes"),
      photos: this.#photos / times,
      socket: this.#socket / times,
    };
  }

  /** Runs the job that mails what waits for the minute's end, such as approvals. So each mail counts for the act that queued it. */
  async #mail(): Promise<void> {
    await runInternal(this.#ready, "mutation", "outbox:retryDue", {});
    await this.#quiet();
  }

  async #quiet(): Promise<void> {
    this.#lastCallAt = Date.now();
    while (Date.now() - this.#lastCallAt < QUIET_MS) await wait(100);
  }

  async #follow(): Promise<void> {
    const headers = { authorization: `Convex ${this.#ready.adminKey}` };
    while (!this.#stopped) {
      const address = `${this.#ready.convexUrl}/api/stream_function_logs?cursor=${String(this.#cursor)}`;
      const response = await fetch(address, { headers }).catch(() => null);
      if (response === null) return;
      const { entries, newCursor } = (await response.json()) as { entries: Entry[]; newCursor: number };
      this.#cursor = newCursor;
      this.#entries.push(...entries);
      if (entries.some(({ identifier }) => !this.#jobs.has(identifier))) this.#lastCallAt = Date.now();
    }
  }
}
