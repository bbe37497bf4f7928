import { NOWHERE, Readers, type Reader } from "../database/readers";
import type { Changes, ReadSet } from "../database/readSet";
import type { LiveQuery, LiveResult } from "../contract/core";
import { newRequestId } from "../requestId";

/** One finished run of a query. */
export interface QueryRun {
  outcome: LiveResult["outcome"];
  logLines: string[];
  journal: string | null;
  identityUsed: boolean;
  reads: ReadSet;
}

/** Runs a query; `id` is one of its subscriptions. */
export type RunQuery = (query: LiveQuery, requestId: string, id: number) => Promise<QueryRun>;

/** The first result of a subscription. */
export interface FirstResult {
  id: number;
  result: LiveResult;
}

/** A live query. Subscriptions that would get the same result share one. */
interface Entry extends Reader {
  query: LiveQuery;
  requestId: string;
  key: string;
  identityUsed: boolean;
  outcome: LiveResult["outcome"];
  logLines: string[];
  /** By id, each with its own identity: a later run may begin to depend on it. */
  subscriptions: Map<number, LiveQuery>;
}

/** The time for first runs between two batches: calls of others wait no longer than this and one run. */
const SLICE_MS = 8;
/** Reruns yield to the event loop this often, so that the heartbeat goes on. */
const YIELD_EVERY_MS = 100;

/** The live queries of a deployment, run again when a commit touched what they read. */
export class LiveQueryRunner {
  readonly #run: RunQuery;
  readonly #entries = new Map<string, Entry>();
  readonly #byId = new Map<number, Entry>();
  readonly #readers = new Readers<Entry>();
  readonly #invalid = new Set<Entry>();
  readonly #starting = new Map<number, LiveQuery>();
  readonly #resuming = new Map<number, LiveQuery>();
  #changed: LiveResult[] = [];
  #started: FirstResult[] = [];
  #lastIdentity: string | null = null;

  constructor(run: RunQuery) {
    this.#run = run;
  }

  /** Whether a commit touched a query that has not been run again. */
  get isTouched(): boolean {
    return this.#invalid.size > 0;
  }

  /** Whether queries wait for their first run, which needs no commit. */
  get isWaiting(): boolean {
    return this.#starting.size + this.#resuming.size > 0;
  }

  /** Starts a query. Its first result is in `takeResults` after one of the next calls of `settle`. */
  subscribe(id: number, query: LiveQuery): void {
    this.#starting.set(id, this.#sharing(query));
  }

  /** Takes over a query of the previous worker. Its subscriber has a result already, so the next `settle` runs it, without a time limit. */
  resume(id: number, query: LiveQuery): void {
    this.#resuming.set(id, this.#sharing(query));
  }

  unsubscribe(id: number): void {
    this.#starting.delete(id);
    this.#resuming.delete(id);
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    this.#byId.delete(id);
    entry.subscriptions.delete(id);
    if (entry.subscriptions.size === 0) this.#forget(entry);
  }

  invalidate(changes: Changes): void {
    this.#readers.match(changes, this.#invalid);
  }

  /** Marks every result as out of date. */
  invalidateAll(): void {
    for (const entry of this.#byId.values()) this.#invalid.add(entry);
  }

  /** Brings results up to date: all that a commit touched, then new queries for a slice of time. */
  async settle(): Promise<void> {
    let yieldedAt = performance.now();
    const isDue = () => performance.now() - yieldedAt > YIELD_EVERY_MS;
    const yieldToEventLoop = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      yieldedAt = performance.now();
    };
    for (const entry of this.#invalid) {
      if (isDue()) await yieldToEventLoop();
      if (this.#invalid.delete(entry) && entry.subscriptions.size > 0) await this.#rerun(entry);
    }
    for (const [id, query] of this.#resuming) {
      if (isDue()) await yieldToEventLoop();
      if (this.#resuming.delete(id)) await this.#start(id, query);
    }
    const started = performance.now();
    for (const [id, query] of this.#starting) {
      this.#starting.delete(id);
      await this.#start(id, query);
      if (performance.now() - started > SLICE_MS) break;
    }
  }

  /** Gives the results since the last call, and forgets them. */
  takeResults(): { changed: LiveResult[]; started: FirstResult[] } {
    const taken = { changed: this.#changed, started: this.#started };
    this.#changed = [];
    this.#started = [];
    return taken;
  }

  /** Consecutive queries of one client carry equal identity texts: this keeps one copy. */
  #sharing(query: LiveQuery): LiveQuery {
    if (query.identity !== this.#lastIdentity) this.#lastIdentity = query.identity;
    return { ...query, identity: this.#lastIdentity };
  }

  #find(query: LiveQuery): Entry | undefined {
    const key = keyOf(query);
    return this.#entries.get(key) ?? this.#entries.get(`${key}\n${query.identity}`);
  }

  async #start(id: number, query: LiveQuery): Promise<void> {
    const entry = this.#find(query) ?? (await this.#create(id, query));
    entry.subscriptions.set(id, query);
    this.#byId.set(id, entry);
    this.#started.push({ id, result: resultOf(entry, [id]) });
  }

  async #create(id: number, query: LiveQuery): Promise<Entry> {
    const requestId = newRequestId();
    const run = await this.#run(query, requestId, id);
    const { outcome, logLines, identityUsed } = run;
    const [places, subscriptions] = [NOWHERE, new Map<number, LiveQuery>()];
    const entry: Entry = { places, query, requestId, key: "", subscriptions, outcome, logLines, identityUsed };
    this.#store(entry, run);
    return entry;
  }

  async #rerun(entry: Entry): Promise<void> {
    const run = await this.#run(entry.query, entry.requestId, entry.subscriptions.keys().next().value!);
    const before = entry.outcome;
    const depended = entry.identityUsed;
    this.#store(entry, run);
    if (!isSame(before, run.outcome)) this.#changed.push(resultOf(entry, [...entry.subscriptions.keys()]));
    if (run.identityUsed && !depended) await this.#split(entry);
  }

  /** The result has begun to depend on the identity: every other identity needs a run of its own. */
  async #split(entry: Entry): Promise<void> {
    for (const [id, query] of [...entry.subscriptions]) {
      if (query.identity === entry.query.identity) continue;
      entry.subscriptions.delete(id);
      const own = this.#find(query) ?? (await this.#create(id, { ...query, journal: entry.query.journal }));
      own.subscriptions.set(id, query);
      this.#byId.set(id, own);
      this.#changed.push(resultOf(own, [id]));
    }
    if (entry.subscriptions.size === 0) this.#forget(entry);
  }

  #store(entry: Entry, run: QueryRun): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    entry.outcome = run.outcome;
    entry.logLines = run.logLines;
    entry.identityUsed = run.identityUsed;
    if (run.journal !== entry.query.journal) entry.query = { ...entry.query, journal: run.journal };
    const key = keyOf(entry.query);
    entry.key = run.identityUsed ? `${key}\n${entry.query.identity}` : key;
    // Two pages can get the same key; the first one stays in the map, both stay live.
    if (!this.#entries.has(entry.key)) this.#entries.set(entry.key, entry);
    this.#readers.set(entry, run.reads);
  }

  #forget(entry: Entry): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    this.#readers.delete(entry);
    this.#invalid.delete(entry);
  }
}

function keyOf({ componentPath, path, args, caller, journal }: LiveQuery): string {
  return JSON.stringify([componentPath, path, args, caller, journal]);
}

function resultOf(entry: Entry, ids: number[]): LiveResult {
  return { ids, journal: entry.query.journal, logLines: entry.logLines, outcome: entry.outcome };
}

function isSame(a: LiveResult["outcome"], b: LiveResult["outcome"]): boolean {
  if (a.ok && b.ok) return a.value === b.value;
  return !a.ok && !b.ok && a.error.message === b.error.message && a.error.data === b.error.data;
}
