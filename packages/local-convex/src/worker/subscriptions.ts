import type { CoreEvents, LiveQuery, LiveResult, Timestamp } from "../contract/core";
import type { Report } from "./messages";
import { STUCK } from "../execution/pulse";

interface Subscribed {
  query: LiveQuery;
  /** Waits for the first result; null once it has come. */
  resolve: ((first: First) => void) | null;
}

interface First {
  ts: Timestamp;
  result: LiveResult;
}

/** The live queries that the front holds, over all workers that come and go. */
export class Subscriptions {
  readonly #events: CoreEvents;
  readonly #byId = new Map<number, Subscribed>();
  /** Queries that a worker was ended for: failed, not run again, until there is other code. */
  readonly #parked = new Set<string>();

  constructor(events: CoreEvents) {
    this.#events = events;
  }

  /** Resolves with the first result. */
  add(id: number, query: LiveQuery): Promise<First> {
    return new Promise((resolve) => this.#byId.set(id, { query, resolve }));
  }

  /** Whether there was one. */
  remove(id: number): boolean {
    return this.#byId.delete(id);
  }

  /** Parks the query of a subscription that a worker was ended for. */
  park(id: number): void {
    const subscribed = this.#byId.get(id);
    if (subscribed !== undefined) this.#parked.add(keyOf(subscribed.query));
  }

  /** Lets parked queries try again. */
  unpark(): void {
    this.#parked.clear();
  }

  isParked(query: LiveQuery): boolean {
    return this.#parked.size > 0 && this.#parked.has(keyOf(query));
  }

  /** Tells that parked queries have failed. */
  failParked(ts: Timestamp): void {
    const started = [...this.all()]
      .filter(({ query }) => this.isParked(query))
      .map(({ id }) => ({ id, ts, result: failed(id) }));
    if (started.length > 0) this.deliver({ answers: [], changed: null, started, logs: [], http: [] });
  }

  /** All of them, each with the journal of its newest result: a worker that takes over goes on from there. */
  *all(): Generator<{ id: number; query: LiveQuery }> {
    for (const [id, { query }] of this.#byId) yield { id, query };
  }

  /** Tells what a worker reported: first what changed, then first results. */
  deliver({ changed, started }: Report): void {
    const results = changed === null ? [] : [...changed.results];
    const first: (() => void)[] = [];
    for (const { id, ts, result } of started) {
      const subscribed = this.#byId.get(id);
      if (subscribed === undefined) continue;
      const { resolve } = subscribed;
      subscribed.resolve = null;
      this.#keepJournal(id, result.journal);
      // What was live before a worker took over has had its first result: this may be a new one.
      if (resolve === null) results.push(result);
      else first.push(() => resolve({ ts, result }));
    }
    for (const { ids, journal } of results) for (const id of ids) this.#keepJournal(id, journal);
    const ts = changed?.ts ?? started[0]?.ts;
    if (ts !== undefined && (changed !== null || results.length > 0)) this.#events.changed(ts, results);
    for (const resolve of first) resolve();
  }

  #keepJournal(id: number, journal: string | null): void {
    const subscribed = this.#byId.get(id);
    if (subscribed === undefined || subscribed.query.journal === journal) return;
    subscribed.query = { ...subscribed.query, journal };
  }
}

function keyOf({ componentPath, path, args }: LiveQuery): string {
  return JSON.stringify([componentPath, path, args]);
}

function failed(id: number): LiveResult {
  const error = { message: `[Request ID: live${id}] Server Error\n${STUCK}` };
  return { ids: [id], journal: null, logLines: [], outcome: { ok: false, error } };
}
