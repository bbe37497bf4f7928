import { Readers, type Changes, type ReadSet } from "../database/readSet";
import type { LiveQuery, LiveResult } from "../contract/core";

/** One finished run of a query. */
export interface QueryRun {
  outcome: LiveResult["outcome"];
  logLines: string[];
  journal: string | null;
  identityUsed: boolean;
  reads: ReadSet;
}

/** `id` is one of the subscriptions it is run for. */
export type RunQuery = (query: LiveQuery, requestId: string, id: number) => Promise<QueryRun>;

/** A first result, for who asked. */
export interface Started {
  id: number;
  result: LiveResult;
}

/** A live query as it is run: once for all subscriptions that would get the same. */
interface Entry {
  query: LiveQuery;
  requestId: string;
  key: string;
  identityUsed: boolean;
  outcome: LiveResult["outcome"];
  logLines: string[];
  /** Subscriptions and who holds them: who asks may come to matter. */
  members: Map<number, LiveQuery>;
}

/** First runs in one go: others' calls come between, and wait no longer than this and one run. */
const SLICE_MS = 8;
/** Work that may not be interrupted lets the event loop turn this often, so that it is not taken for a function that is stuck. */
const BREATH_MS = 100;

/** The live queries of a deployment, run again when a commit touched what they read. */
export class Live {
  readonly #run: RunQuery;
  readonly #entries = new Map<string, Entry>();
  readonly #byId = new Map<number, Entry>();
  readonly #readers = new Readers<Entry>();
  readonly #invalid = new Set<Entry>();
  readonly #starting = new Map<number, LiveQuery>();
  readonly #resuming = new Map<number, LiveQuery>();
  #changed: LiveResult[] = [];
  #started: Started[] = [];
  #nextRequest = 1;
  #lastIdentity: string | null = null;

  constructor(run: RunQuery) {
    this.#run = run;
  }

  /** Whether there is something to run again. */
  get isTouched(): boolean {
    return this.#invalid.size > 0;
  }

  /** Whether there is something to do outside of a commit. */
  get isWaiting(): boolean {
    return this.#starting.size + this.#resuming.size > 0;
  }

  /** Its first result is among `take`'s after one of the next `settle`s. */
  subscribe(id: number, query: LiveQuery): void {
    this.#starting.set(id, this.#sharing(query));
  }

  /** A query that another worker had: told of already, so right again after the next `settle`, however many they are. */
  resume(id: number, query: LiveQuery): void {
    this.#resuming.set(id, this.#sharing(query));
  }

  unsubscribe(id: number): void {
    this.#starting.delete(id);
    this.#resuming.delete(id);
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    this.#byId.delete(id);
    entry.members.delete(id);
    if (entry.members.size === 0) this.#forget(entry);
  }

  invalidate(changes: Changes): void {
    this.#readers.match(changes, this.#invalid);
  }

  /** Takes no result for right any more. */
  invalidateAll(): void {
    for (const entry of this.#byId.values()) this.#invalid.add(entry);
  }

  /** Makes every result right again: first those that a commit touched, then new ones, of these a slice. */
  async settle(): Promise<void> {
    let breath = performance.now();
    const isLong = () => performance.now() - breath > BREATH_MS;
    const breathe = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      breath = performance.now();
    };
    for (const entry of this.#invalid) {
      if (isLong()) await breathe();
      if (this.#invalid.delete(entry) && entry.members.size > 0) await this.#rerun(entry);
    }
    for (const [id, query] of this.#resuming) {
      if (isLong()) await breathe();
      if (this.#resuming.delete(id)) await this.#start(id, query);
    }
    const started = performance.now();
    for (const [id, query] of this.#starting) {
      this.#starting.delete(id);
      await this.#start(id, query);
      if (performance.now() - started > SLICE_MS) break;
    }
  }

  /** What there is to tell since the last time. */
  take(): { changed: LiveResult[]; started: Started[] } {
    const taken = { changed: this.#changed, started: this.#started };
    this.#changed = [];
    this.#started = [];
    return taken;
  }

  /** One client's queries come together and say the same of it: the words are kept once. */
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
    entry.members.set(id, query);
    this.#byId.set(id, entry);
    this.#started.push({ id, result: resultOf(entry, [id]) });
  }

  async #create(id: number, query: LiveQuery): Promise<Entry> {
    const requestId = `live${this.#nextRequest++}`;
    const run = await this.#run(query, requestId, id);
    const entry: Entry = { query, requestId, key: "", members: new Map(), ...run };
    this.#take(entry, run);
    return entry;
  }

  async #rerun(entry: Entry): Promise<void> {
    const run = await this.#run(entry.query, entry.requestId, entry.members.keys().next().value!);
    const before = entry.outcome;
    const depended = entry.identityUsed;
    this.#take(entry, run);
    if (!isSame(before, run.outcome)) this.#changed.push(resultOf(entry, [...entry.members.keys()]));
    if (run.identityUsed && !depended) await this.#split(entry);
  }

  /** Who asks has begun to matter: everybody else needs a run of their own. */
  async #split(entry: Entry): Promise<void> {
    for (const [id, query] of [...entry.members]) {
      if (query.identity === entry.query.identity) continue;
      entry.members.delete(id);
      const own = this.#find(query) ?? (await this.#create(id, { ...query, journal: entry.query.journal }));
      own.members.set(id, query);
      this.#byId.set(id, own);
      this.#changed.push(resultOf(own, [id]));
    }
    if (entry.members.size === 0) this.#forget(entry);
  }

  #take(entry: Entry, run: QueryRun): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    entry.outcome = run.outcome;
    entry.logLines = run.logLines;
    entry.identityUsed = run.identityUsed;
    entry.query = { ...entry.query, journal: run.journal };
    const key = keyOf(entry.query);
    entry.key = run.identityUsed ? `${key}\n${entry.query.identity}` : key;
    // Two pages can become one; the first keeps the name, both go on.
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
