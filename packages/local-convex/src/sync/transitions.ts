import { randomUUID } from "node:crypto";
import type { Timestamp } from "../contract/core";
import { chunkTransition, transitionText } from "./messages";
import type { Version } from "./messages";

const MAX_CHUNK = 5 * 1024 * 1024;

/** A client's known results and its pending ones, always sent as a transition from one commit to a later one. */
export class Transitions {
  readonly received = { querySet: 0, identity: 0 };
  #sent: Version = { querySet: 0, identity: 0, ts: 0n };
  /** None most of the time, for most clients. */
  #modifications: Map<number, string> | null = null;
  #acknowledge = false;
  #starting = 0;
  #readyAt: Timestamp = 0n;

  /** Queues a new result; it replaces an unsent older one. */
  update(queryId: number, tail: string): void {
    (this.#modifications ??= new Map()).set(queryId, tail);
  }

  /** Drops an unsent result, because the query is being run again. */
  discard(queryId: number): void {
    this.#modifications?.delete(queryId);
  }

  removed(queryId: number): void {
    this.update(queryId, ',"type":"QueryRemoved"}');
  }

  /** A mutation of this client was committed. A transition follows even if no query changed: the client's promise waits for it. */
  committed(ts: Timestamp): void {
    this.#acknowledge = true;
    this.#await(ts);
  }

  /** Holds transitions back until `work`, a query's first run, is done: its result belongs to the same one. */
  async starts(work: Promise<Timestamp>): Promise<void> {
    this.#starting += 1;
    try {
      this.#await(await work);
    } finally {
      this.#starting -= 1;
    }
  }

  /** The frames of the next transition; none if nothing has changed; null if a later commit has to settle first. */
  next(settled: Timestamp): string[] | null {
    if (this.#starting > 0 || !this.#due()) return [];
    if (this.#readyAt > settled) return null;
    const { querySet, identity } = this.received;
    // Not a spread: that would give each client's object a shape of its own.
    const end = { querySet, identity, ts: settled };
    const modifications = Array.from(this.#modifications ?? [], ([queryId, tail]) => `{"queryId":${queryId}${tail}`);
    const text = transitionText(this.#sent, end, modifications);
    this.#sent = end;
    this.#modifications = null;
    this.#acknowledge = false;
    return chunkTransition(text, MAX_CHUNK, randomUUID());
  }

  #due() {
    const { querySet, identity } = this.received;
    const advanced = querySet !== this.#sent.querySet || identity !== this.#sent.identity;
    return this.#acknowledge || advanced || (this.#modifications?.size ?? 0) > 0;
  }

  #await(ts: Timestamp) {
    if (ts > this.#readyAt) this.#readyAt = ts;
  }
}
