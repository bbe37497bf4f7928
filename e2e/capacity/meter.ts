/** Counts what a product asks of its deployment, from the deployment's own log, and what a phone gets over the network. */
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Ready } from "../product";

/** What an act costs. Bytes of the database are those of documents; indexes come on top. */
export type Cost = {
  calls: number;
  documentsRead: number;
  bytesRead: number;
  documentsWritten: number;
  bytesWritten: number;
  /** Bytes of photos that were sent to phones. */
  photos: number;
  /** Bytes over the sockets, both ways. */
  socket: number;
};

interface Entry {
  identifier: string;
  usageStats: Record<
    "databaseReadDocuments" | "databaseReadBytes" | "databaseWriteDocuments" | "databaseWriteBytes",
    number
  > | null;
}

/** Longer than what one call sets off by itself: jobs, and the live queries that run again. */
const QUIET_MS = 2_500;
/** All jobs but a few run that often. */
const TEN_MINUTES = 600_000;
/** By then what the demo people's beginning set off is done, such as the ends of claims. It is no act's, and comes but once. */
const SETTLED_MS = 120_000;
const MONTH = 31 * 86_400_000;

export class Meter {
  readonly #ready: Ready;
  #cursor = 0;
  #entries: Entry[] = [];
  #photos = 0;
  #socket = 0;
  #last = Date.now();
  #stopped = false;
  /** Jobs that run by themselves, which no act pays for. */
  #jobs = new Set<string>();

  constructor(ready: Ready) {
    this.#ready = ready;
    void this.#follow();
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Learns which jobs run by themselves, in a time in which nobody does anything. Returns how many calls they make in a month. */
  async learnJobs(): Promise<number> {
    await this.#quiet();
    this.#entries = [];
    await wait(SETTLED_MS);
    const before = this.#entries.length;
    await wait(TEN_MINUTES);
    this.#jobs = new Set(this.#entries.map(({ identifier }) => identifier));
    return ((this.#entries.length - before) * MONTH) / TEN_MINUTES;
  }

  /** Counts the photos and the messages over the socket of this page, too. */
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

  /** What one of `times` alike acts costs. */
  async of(times: number, work: () => Promise<void>): Promise<Cost> {
    await this.#quiet();
    [this.#entries, this.#photos, this.#socket] = [[], 0, 0];
    await work();
    await this.#quiet();
    const counted = this.#entries.filter(({ identifier }) => !this.#jobs.has(identifier));
    const sum = (of: (entry: Entry) => number | undefined) =>
      counted.reduce((all, entry) => all + (of(entry) ?? 0), 0) / times;
    return {
      calls: sum(() => 1),
      documentsRead: sum(({ usageStats }) => usageStats?.databaseReadDocuments),
      bytesRead: sum(({ usageStats }) => usageStats?.databaseReadBytes),
      documentsWritten: sum(({ usageStats }) => usageStats?.databaseWriteDocuments),
      bytesWritten: sum(({ usageStats }) => usageStats?.databaseWriteBytes),
      photos: this.#photos / times,
      socket: this.#socket / times,
    };
  }

  async #quiet(): Promise<void> {
    this.#last = Date.now();
    while (Date.now() - this.#last < QUIET_MS) await wait(100);
  }

  async #follow(): Promise<void> {
    const headers = { authorization: `Convex ${this.#ready.adminKey}` };
    while (!this.#stopped) {
      const address = `${this.#ready.convexUrl}/api/stream_function_logs?cursor=${String(this.#cursor)}`;
      const answer = await fetch(address, { headers }).catch(() => null);
      if (answer === null) return;
      const { entries, newCursor } = (await answer.json()) as { entries: Entry[]; newCursor: number };
      this.#cursor = newCursor;
      this.#entries.push(...entries);
      if (entries.some(({ identifier }) => !this.#jobs.has(identifier))) this.#last = Date.now();
    }
  }
}
