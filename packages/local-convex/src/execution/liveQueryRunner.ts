import { NO_DEPENDENCIES, Readers } from "../database/readers";
import type { Changes, ReadSet } from "../database/readSet";
import type { LiveQuery, LiveResult } from "../contract/core";
import { newRequestId } from "../errors";
import { SharedTexts } from "../sharedTexts";
import {
  addSubscriber,
  digestOf,
  Entries,
  hasSubscribers,
  idsOf,
  removeSubscriber,
  subscribersOf,
  type Entry,
  type Result,
} from "./liveQueryEntries";

export interface QueryRun {
  outcome: LiveResult["outcome"];
  logLines: string[];
  journal: string | null;
  identityUsed: boolean;
  reads: ReadSet;
}

/** Runs a query. `id`: one of its subscriptions. */
export type RunQuery = (query: LiveQuery, requestId: string, id: number) => Promise<QueryRun>;

export interface FirstResult {
  id: number;
  result: LiveResult;
}

/** Milliseconds for first runs between two batches. Other calls wait no longer than this plus one run. */
const SLICE_MS = 8;
/** Reruns yield to the event loop this often (ms), so that the heartbeat continues. */
const YIELD_EVERY_MS = 100;

/** The live queries of a deployment. Reruns them when a commit touches their read sets. */
export class LiveQueryRunner {
  readonly #run: RunQuery;
  readonly #entries = new Entries();
  readonly #byId = new Map<number, Entry>();
  readonly #readers = new Readers<Entry>();
  readonly #invalid = new Set<Entry>();
  readonly #starting = new Map<number, LiveQuery>();
  readonly #resuming = new Map<number, LiveQuery>();
  #changed: LiveResult[] = [];
  #started: FirstResult[] = [];
  #lastIdentity: string | null = null;
  readonly #texts = new SharedTexts();

  constructor(run: RunQuery) {
    this.#run = run;
  }

  /** True if a commit touched a query that has not rerun yet. */
  get hasInvalidated(): boolean {
    return this.#invalid.size > 0;
  }

  /** True if queries wait for their first run, which needs no commit. */
  get isWaiting(): boolean {
    return this.#starting.size + this.#resuming.size > 0;
  }

  /** Adds a subscription. One of the next `settle` calls runs it, then `takeResults` returns its first result. */
  subscribe(id: number, query: LiveQuery): void {
    this.#starting.set(id, this.#withSharedTexts(query));
  }

  /**
   * Takes over a subscription of the previous worker. Its subscriber already has a result. The next `settle` runs it, without a time limit.
   */
  resume(id: number, query: LiveQuery): void {
    this.#resuming.set(id, this.#withSharedTexts(query));
  }

  unsubscribe(id: number): void {
    this.#starting.delete(id);
    this.#resuming.delete(id);
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    this.#byId.delete(id);
    removeSubscriber(entry, id);
    if (!hasSubscribers(entry)) this.#remove(entry);
  }

  invalidate(changes: Changes): void {
    this.#readers.match(changes, this.#invalid);
  }

  invalidateAll(): void {
    for (const entry of this.#byId.values()) this.#invalid.add(entry);
  }

  /** Reruns all touched queries, then runs new ones for a time slice. */
  async settle(): Promise<void> {
    let yieldedAt = performance.now();
    const isDue = () => performance.now() - yieldedAt > YIELD_EVERY_MS;
    const yieldToEventLoop = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      yieldedAt = performance.now();
    };
    for (const entry of this.#invalid) {
      if (isDue()) await yieldToEventLoop();
      if (this.#invalid.delete(entry) && hasSubscribers(entry)) await this.#rerun(entry);
    }
    for (const [id, query] of this.#resuming) {
      if (isDue()) await yieldToEventLoop();
      if (this.#resuming.delete(id)) await this.#start(id, query);
    }
    const startedAt = performance.now();
    for (const [id, query] of this.#starting) {
      this.#starting.delete(id);
      await this.#start(id, query);
      if (performance.now() - startedAt > SLICE_MS) break;
    }
  }

  /** Returns and clears the results since the last call. */
  takeResults(): { changed: LiveResult[]; started: FirstResult[] } {
    const results = { changed: this.#changed, started: this.#started };
    this.#changed = [];
    this.#started = [];
    return results;
  }

  /** Interns the query's strings. Consecutive queries of a client have the same identity. */
  #withSharedTexts(query: LiveQuery): LiveQuery {
    if (query.identity !== this.#lastIdentity) this.#lastIdentity = query.identity;
    return this.#texts.share({ ...query, identity: this.#lastIdentity });
  }

  async #start(id: number, query: LiveQuery): Promise<void> {
    this.#started.push({ id, result: await this.#join(id, query) });
  }

  /** Subscribes to a query's entry, or to a new one. Returns the current result. */
  async #join(id: number, query: LiveQuery): Promise<LiveResult> {
    const existing = this.#entries.find(query);
    const entry = existing ?? newEntry(id, query);
    if (existing !== undefined) addSubscriber(entry, id, query.identity);
    this.#byId.set(id, entry);
    const { outcome, logLines } = entry.cachedResult ?? (await this.#rerun(entry, id));
    return { ids: [id], journal: entry.query.journal, logLines, outcome };
  }

  /** Reruns an entry. Queues a changed result for all its subscribers except `exceptId`. */
  async #rerun(entry: Entry, exceptId: number | null = null): Promise<Result> {
    const requestId = entry.requestId ?? newRequestId();
    const run = await this.#run(entry.query, requestId, exceptId ?? idsOf(entry)[0]!);
    const { outcome, logLines } = run;
    const [previousDigest, dependedOnIdentity] = [entry.digest, entry.identityUsed];
    entry.requestId = outcome.ok ? null : requestId;
    entry.digest = digestOf(outcome);
    entry.identityUsed = run.identityUsed;
    if (run.journal !== entry.query.journal) entry.query = { ...entry.query, journal: run.journal };
    entry.cachedResult = run.identityUsed && entry.query.identity !== null ? null : { outcome, logLines };
    // All subscribers have left.
    if (!hasSubscribers(entry)) return run;
    this.#entries.put(entry);
    this.#readers.set(entry, run.reads);
    const ids = idsOf(entry).filter((id) => id !== exceptId);
    const { journal } = entry.query;
    if (entry.digest !== previousDigest && ids.length > 0) this.#changed.push({ ids, journal, logLines, outcome });
    if (run.identityUsed && !dependedOnIdentity) await this.#split(entry);
    return run;
  }

  /** Called when the result begins to depend on the identity. Every other identity gets its own run. */
  async #split(entry: Entry): Promise<void> {
    for (const [id, identity] of [...subscribersOf(entry)]) {
      if (identity === entry.query.identity || this.#byId.get(id) !== entry) continue;
      removeSubscriber(entry, id);
      this.#changed.push(await this.#join(id, { ...entry.query, identity }));
    }
    if (!hasSubscribers(entry)) this.#remove(entry);
  }

  #remove(entry: Entry): void {
    this.#entries.remove(entry);
    this.#readers.delete(entry);
    this.#invalid.delete(entry);
  }
}

function newEntry(id: number, query: LiveQuery): Entry {
  return {
    dependencies: NO_DEPENDENCIES,
    query,
    hash: null,
    identityUsed: false,
    requestId: null,
    digest: "",
    cachedResult: null,
    subscribers: id,
  };
}
