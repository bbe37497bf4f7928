import type { CoreEvents, LiveQuery, LiveResult, Timestamp } from "../contract/core";
import type { Report } from "./messages";
import { FUNCTION_TIMED_OUT } from "../execution/heartbeat";

interface FirstResult {
  ts: Timestamp;
  result: LiveResult;
}

/** The main thread's live queries. They outlive the workers that run them. */
export class Subscriptions {
  readonly #events: CoreEvents;
  readonly #byId = new Map<number, LiveQuery>();
  /** Subscriptions without a first result. */
  readonly #waiting = new Map<number, (first: FirstResult) => void>();
  /** Queries that blocked a worker until it was terminated. They fail until the next push. */
  readonly #suspended = new Set<string>();

  constructor(events: CoreEvents) {
    this.#events = events;
  }

  /** Resolves with the first result. */
  add(id: number, query: LiveQuery): Promise<FirstResult> {
    this.#byId.set(id, query);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Returns true if there was one. */
  remove(id: number): boolean {
    this.#waiting.delete(id);
    return this.#byId.delete(id);
  }

  /** Suspends the query of a subscription that blocked a worker. */
  suspend(id: number): void {
    const query = this.#byId.get(id);
    if (query !== undefined) this.#suspended.add(keyOf(query));
  }

  resumeSuspended(): void {
    this.#suspended.clear();
  }

  isSuspended(query: LiveQuery): boolean {
    return this.#suspended.size > 0 && this.#suspended.has(keyOf(query));
  }

  /** Sends an error to the subscribers of suspended queries. */
  failSuspended(ts: Timestamp): void {
    const started = [...this.all()]
      .filter(({ query }) => this.isSuspended(query))
      .map(({ id }) => ({ id, ts, result: timedOutResult(id) }));
    if (started.length > 0) this.deliver({ responses: [], changed: null, started, logs: [], http: [] });
  }

  /** Yields all queries with the journals of their newest results. The next worker continues from these. */
  *all(): Generator<{ id: number; query: LiveQuery }> {
    for (const [id, query] of this.#byId) yield { id, query };
  }

  /** Delivers a report: first changed results, then first results. */
  deliver({ changed, started }: Report): void {
    const results = changed === null ? [] : [...changed.results];
    const resolvers: (() => void)[] = [];
    for (const { id, ts, result } of started) {
      if (!this.#byId.has(id)) continue;
      const resolve = this.#waiting.get(id);
      this.#waiting.delete(id);
      this.#storeJournal(id, result.journal);
      // A query of the previous worker already had its first result, so this one counts as changed.
      if (resolve === undefined) results.push(result);
      else resolvers.push(() => resolve({ ts, result }));
    }
    for (const { ids, journal } of results) for (const id of ids) this.#storeJournal(id, journal);
    const ts = changed?.ts ?? started[0]?.ts;
    if (ts !== undefined && (changed !== null || results.length > 0)) this.#events.changed(ts, results);
    for (const resolve of resolvers) resolve();
  }

  #storeJournal(id: number, journal: string | null): void {
    const query = this.#byId.get(id);
    if (query !== undefined && query.journal !== journal) this.#byId.set(id, { ...query, journal });
  }
}

function keyOf({ componentPath, path, args }: LiveQuery): string {
  return JSON.stringify([componentPath, path, args]);
}

function timedOutResult(id: number): LiveResult {
  const error = { message: `[Request ID: live${id}] Server Error\n${FUNCTION_TIMED_OUT}` };
  return { ids: [id], journal: null, logLines: [], outcome: { ok: false, error } };
}
