import type { CoreApi, LiveQuery, LiveResult, Timestamp } from "../contract/core";
import type { Redaction } from "../server/redaction";
import { resultTail } from "./messages";
import { Turns } from "./turns";

/** Somebody who holds live queries and wants to be told. */
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
  /** Of its newest result; -1 before the first: an empty database stands at 0. */
  ts: Timestamp;
}

/** First results that one subscriber waits for at a time: about what a page asks for when it opens. */
const STARTING_AT_ONCE = 16;

/**
 * All live queries of all sockets, and the one clock of transitions: `settled`, the newest commit after which every
 * touched query has been run again. What was told before it is right at it.
 */
export class LiveQueries {
  readonly #core: CoreApi;
  readonly #redaction: Redaction;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #dirty = new Set<Subscriber>();
  readonly #unsettled = new Set<Subscriber>();
  /** Who waits for a first result that will not come once the query is stopped. */
  readonly #starting = new Map<number, () => void>();
  readonly #turns = new Turns<Subscriber>(STARTING_AT_ONCE);
  #nextId = 1;
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
    const first = await this.#firstResult(subscription);
    if (first === null) return this.#settled;
    const { ts, result } = first;
    if (ts > this.#settled) this.#settled = ts;
    // A change can overtake this continuation; what it said is newer.
    if (this.#subscriptions.has(subscription.id) && ts > subscription.ts)
      this.#tell(subscription, result, this.#tailFor(result, subscription), ts);
    return ts;
  }

  newId(): number {
    return this.#nextId++;
  }

  stop(subscription: Subscription): void {
    if (this.#subscriptions.delete(subscription.id)) this.#core.unsubscribe(subscription.id);
    this.#starting.get(subscription.id)?.();
  }

  /** The core's word that everything up to `ts` has been re-run, with what came out different. */
  changed(ts: Timestamp, results: LiveResult[]): void {
    if (ts > this.#settled) this.#settled = ts;
    for (const result of results) {
      // Who shares a result may be told the same: runs are never shared with the admin's.
      let tail: string | null = null;
      for (const id of result.ids) {
        const subscription = this.#subscriptions.get(id);
        if (subscription) this.#tell(subscription, result, (tail ??= this.#tailFor(result, subscription)), ts);
      }
    }
    for (const subscriber of this.#unsettled) this.touch(subscriber);
    this.#unsettled.clear();
  }

  /** Flushes it when all that came with the same message has been taken in: one write for many reasons. */
  touch(subscriber: Subscriber): void {
    this.#dirty.add(subscriber);
    if (this.#flushing) return;
    this.#flushing = true;
    // Twice: what changed is told by a tick of its own, which may come behind the first one.
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

  get size(): number {
    return this.#subscriptions.size;
  }

  #firstResult({ id, query, subscriber }: Subscription): Promise<{ ts: Timestamp; result: LiveResult } | null> {
    const stopped = new Promise<null>((resolve) => this.#starting.set(id, () => resolve(null)));
    const first = this.#turns.take(subscriber, () =>
      // Stopped while it waited for its turn: the core never hears of it.
      this.#subscriptions.has(id) ? Promise.race([this.#core.subscribe(id, query), stopped]) : stopped,
    );
    return Promise.race([first, stopped]).finally(() => this.#starting.delete(id));
  }

  #tailFor(result: LiveResult, { query }: Subscription): string {
    return resultTail(this.#redaction.result(result, query.caller));
  }

  #tell(subscription: Subscription, result: LiveResult, tail: string, ts: Timestamp) {
    subscription.ts = ts;
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
