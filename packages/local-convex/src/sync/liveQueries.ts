import type { CoreApi, LiveQuery, LiveResult, Timestamp } from "../contract/core";
import type { Redaction } from "../server/redaction";
import { SharedTexts } from "../sharedTexts";
import { resultTail } from "./messages";
import { ConcurrencyLimit } from "./concurrencyLimit";

/** A holder of live queries, such as a connection. */
export interface Subscriber {
  /** Called with a new result of one of its queries. `tail`: the modification without its query id. */
  update(subscription: Subscription, tail: string): void;
  /** Called once per event loop turn in which something changed for it. */
  flush(settled: Timestamp): void;
}

export interface Subscription {
  readonly id: number;
  readonly queryId: number;
  readonly subscriber: Subscriber;
  readonly query: LiveQuery;
  /** The commit time of its newest result. -1 before the first, because an empty database is at 0. */
  ts: Timestamp;
}

/** Concurrent first runs per subscriber: about as many as a page has queries. */
const MAX_STARTING = 16;

/**
 * All live queries of all sockets, and their common clock `settled`: the newest commit after which every touched query has rerun. Earlier
 * results are still valid at that time.
 */
export class LiveQueries {
  /** The interned names and arguments of queries. */
  readonly texts = new SharedTexts();
  readonly #core: CoreApi;
  readonly #redaction: Redaction;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #dirty = new Set<Subscriber>();
  readonly #unsettled = new Set<Subscriber>();
  /** By query: ends the wait for the first result when the query is stopped. */
  readonly #starting = new Map<number, () => void>();
  readonly #firstRuns = new ConcurrencyLimit<Subscriber>(MAX_STARTING);
  #nextId = 1;
  #argumentBytes = 0;
  #flushing = false;

  #settled: Timestamp = 0n;

  constructor(core: CoreApi, redaction: Redaction) {
    this.#core = core;
    this.#redaction = redaction;
  }

  /** Starts a query. Resolves once its subscriber has the first result or has stopped it. Rejects if the core dies. */
  async start(subscription: Subscription): Promise<Timestamp> {
    this.#subscriptions.set(subscription.id, subscription);
    this.#argumentBytes += subscription.query.args.length;
    const first = await this.#firstResult(subscription);
    if (first === null) return this.#settled;
    const { ts, result } = first;
    if (ts > this.#settled) this.#settled = ts;
    // A change may have arrived before this continuation. Its result is newer.
    if (this.#subscriptions.has(subscription.id) && ts > subscription.ts)
      this.#deliver(subscription, result, this.#tailFor(result, subscription), ts);
    return ts;
  }

  newId(): number {
    return this.#nextId++;
  }

  stop(subscription: Subscription): void {
    if (this.#subscriptions.delete(subscription.id)) {
      this.#argumentBytes -= subscription.query.args.length;
      this.#core.unsubscribe(subscription.id);
    }
    this.#starting.get(subscription.id)?.();
  }

  /** The core calls this once every query touched by commits up to `ts` has rerun, with the changed results. */
  changed(ts: Timestamp, results: LiveResult[]): void {
    if (ts > this.#settled) this.#settled = ts;
    for (const result of results) {
      // Subscriptions that share a run get the same text. Clients never share one with an admin.
      let tail: string | null = null;
      for (const id of result.ids) {
        const subscription = this.#subscriptions.get(id);
        if (subscription) this.#deliver(subscription, result, (tail ??= this.#tailFor(result, subscription)), ts);
      }
    }
    for (const subscriber of this.#unsettled) this.touch(subscriber);
    this.#unsettled.clear();
  }

  /** Flushes a subscriber after everything in the same message was handled: one write for many changes. */
  touch(subscriber: Subscriber): void {
    this.#dirty.add(subscriber);
    if (this.#flushing) return;
    this.#flushing = true;
    // Two ticks, because `changed` may arrive in the tick after the first one.
    process.nextTick(() => process.nextTick(() => this.#flush()));
  }

  /** Flushes a subscriber at the next settled commit. */
  awaitSettled(subscriber: Subscriber): void {
    this.#unsettled.add(subscriber);
  }

  forget(subscriber: Subscriber): void {
    this.#dirty.delete(subscriber);
    this.#unsettled.delete(subscriber);
  }

  /** The bytes of all live queries' arguments. */
  get argumentBytes(): number {
    return this.#argumentBytes;
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  #firstResult({ id, query, subscriber }: Subscription): Promise<{ ts: Timestamp; result: LiveResult } | null> {
    const stopped = new Promise<null>((resolve) => this.#starting.set(id, () => resolve(null)));
    const first = this.#firstRuns.run(subscriber, () =>
      // If it was stopped in the queue, the core never gets it.
      this.#subscriptions.has(id) ? Promise.race([this.#core.subscribe(id, query), stopped]) : stopped,
    );
    return Promise.race([first, stopped]).finally(() => this.#starting.delete(id));
  }

  #tailFor(result: LiveResult, { query }: Subscription): string {
    return resultTail(this.#redaction.result(result, query.caller));
  }

  #deliver(subscription: Subscription, result: LiveResult, tail: string, ts: Timestamp) {
    // Equal bigints are separate objects. Stores only one.
    subscription.ts = ts === this.#settled ? this.#settled : ts;
    subscription.query.journal = result.journal;
    subscription.subscriber.update(subscription, tail);
    this.touch(subscription.subscriber);
  }

  #flush() {
    this.#flushing = false;
    const subscribers = [...this.#dirty];
    this.#dirty.clear();
    for (const subscriber of subscribers) subscriber.flush(this.#settled);
  }
}
