import type { CoreApi, LiveQuery, LiveResult, Timestamp } from "../contract/core";
import type { Redaction } from "../server/redaction";
import { SharedTexts } from "../sharedTexts";
import { resultTail } from "./messages";
import { ConcurrencyLimit } from "./concurrencyLimit";

/** A holder of live queries, such as a connection. */
export interface Subscriber {
  /** A new result of one of its queries; `tail` is the modification without its query id. */
  update(subscription: Subscription, tail: string): void;
  /** Once for each turn of the event loop in which something happened to it. */
  flush(settled: Timestamp): void;
}

export interface Subscription {
  readonly id: number;
  readonly queryId: number;
  readonly subscriber: Subscriber;
  readonly query: LiveQuery;
  /** The commit of its newest result; -1 before the first, because an empty database is at 0. */
  ts: Timestamp;
}

/** First results that one subscriber may wait for at a time: about as many as a page subscribes to. */
const STARTING_AT_ONCE = 16;

/**
 * All live queries of all sockets, and the one clock of transitions: `settled`, the newest commit after which every
 * touched query has been run again. Results sent earlier are still right at it.
 */
export class LiveQueries {
  /** Shared names and arguments of queries. */
  readonly texts = new SharedTexts();
  readonly #core: CoreApi;
  readonly #redaction: Redaction;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #dirty = new Set<Subscriber>();
  readonly #unsettled = new Set<Subscriber>();
  /** By query: ends the wait for its first result when it is stopped. */
  readonly #starting = new Map<number, () => void>();
  readonly #firstRuns = new ConcurrencyLimit<Subscriber>(STARTING_AT_ONCE);
  #nextId = 1;
  #argumentBytes = 0;
  #flushing = false;

  #settled: Timestamp = 0n;

  constructor(core: CoreApi, redaction: Redaction) {
    this.#core = core;
    this.#redaction = redaction;
  }

  /**
   * Starts a query. Its subscriber has the first result when this resolves, or has stopped it meanwhile. Rejects when the
   * core dies.
   */
  async start(subscription: Subscription): Promise<Timestamp> {
    this.#subscriptions.set(subscription.id, subscription);
    this.#argumentBytes += subscription.query.args.length;
    const first = await this.#firstResult(subscription);
    if (first === null) return this.#settled;
    const { ts, result } = first;
    if (ts > this.#settled) this.#settled = ts;
    // A change can arrive before this continuation; its result is newer.
    if (this.#subscriptions.has(subscription.id) && ts > subscription.ts)
      this.#tell(subscription, result, this.#tailFor(result, subscription), ts);
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

  /** Called by the core when every query that a commit up to `ts` touched has been run again, with the results that differ. */
  changed(ts: Timestamp, results: LiveResult[]): void {
    if (ts > this.#settled) this.#settled = ts;
    for (const result of results) {
      // Subscriptions that share a run get the same text: clients never share one with an admin.
      let tail: string | null = null;
      for (const id of result.ids) {
        const subscription = this.#subscriptions.get(id);
        if (subscription) this.#tell(subscription, result, (tail ??= this.#tailFor(result, subscription)), ts);
      }
    }
    for (const subscriber of this.#unsettled) this.touch(subscriber);
    this.#unsettled.clear();
  }

  /** Flushes it after everything that came with the same message has been handled: one write for many changes. */
  touch(subscriber: Subscriber): void {
    this.#dirty.add(subscriber);
    if (this.#flushing) return;
    this.#flushing = true;
    // Twice: `changed` may arrive in the tick after the first one.
    process.nextTick(() => process.nextTick(() => this.#flush()));
  }

  /** Flushes it again at the next settled commit. */
  awaitSettled(subscriber: Subscriber): void {
    this.#unsettled.add(subscriber);
  }

  forget(subscriber: Subscriber): void {
    this.#dirty.delete(subscriber);
    this.#unsettled.delete(subscriber);
  }

  /** The memory of all live queries' arguments. */
  get argumentBytes(): number {
    return this.#argumentBytes;
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  #firstResult({ id, query, subscriber }: Subscription): Promise<{ ts: Timestamp; result: LiveResult } | null> {
    const stopped = new Promise<null>((resolve) => this.#starting.set(id, () => resolve(null)));
    const first = this.#firstRuns.run(subscriber, () =>
      // Stopped while it was queued: the core never gets it.
      this.#subscriptions.has(id) ? Promise.race([this.#core.subscribe(id, query), stopped]) : stopped,
    );
    return Promise.race([first, stopped]).finally(() => this.#starting.delete(id));
  }

  #tailFor(result: LiveResult, { query }: Subscription): string {
    return resultTail(this.#redaction.result(result, query.caller));
  }

  #tell(subscription: Subscription, result: LiveResult, tail: string, ts: Timestamp) {
    // Equal numbers of this size are objects of their own: this keeps one.
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
