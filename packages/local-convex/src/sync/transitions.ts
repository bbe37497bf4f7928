import { randomUUID } from "node:crypto";
import type { Timestamp } from "../contract/core";
import { chunkTransition, transitionText } from "./messages";
import type { Version } from "./messages";

const MAX_CHUNK = 5 * 1024 * 1024;

/** A client's sent and pending results. Each transition leads from one commit to a later one. */
export class Transitions {
  readonly received = { querySet: 0, identity: 0 };
  #sent: Version = { querySet: 0, identity: 0, ts: 0n };
  /** Usually null, to save memory. */
  #modifications: Map<number, string> | null = null;
  #acknowledge = false;
  #starting = 0;
  #readyAt: Timestamp = 0n;

  /** Queues a new result. Replaces an unsent older one. */
  update(queryId: number, tail: string): void {
    (this.#modifications ??= new Map()).set(queryId, tail);
  }

  /** Drops an unsent result, because the query reruns. */
  discard(queryId: number): void {
    this.#modifications?.delete(queryId);
  }

  removed(queryId: number): void {
    this.update(queryId, ',"type":"QueryRemoved"}');
  }

  /**
   * Called after a commit of the client's mutation. Sends a transition even if no query changed, since the client's promise waits for it.
   */
  committed(ts: Timestamp): void {
    this.#acknowledge = true;
    this.#waitUntil(ts);
  }

  /** Delays transitions until `work`, a query's first run, is done: its result belongs to the next one. */
  async delayUntil(work: Promise<Timestamp>): Promise<void> {
    this.#starting += 1;
    try {
      this.#waitUntil(await work);
    } finally {
      this.#starting -= 1;
    }
  }

  /** Returns the frames of the next transition. Empty: there is nothing to send yet. Null: a later commit has to settle first. */
  next(settled: Timestamp): string[] | null {
    if (this.#starting > 0 || !this.#isDue()) return [];
    if (this.#readyAt > settled) return null;
    const { querySet, identity } = this.received;
    // A spread would give each client's object its own shape in V8.
    const end = { querySet, identity, ts: settled };
    const modifications = Array.from(this.#modifications ?? [], ([queryId, tail]) => `{"queryId":${queryId}${tail}`);
    const text = transitionText(this.#sent, end, modifications);
    this.#sent = end;
    this.#modifications = null;
    this.#acknowledge = false;
    return chunkTransition(text, MAX_CHUNK, randomUUID());
  }

  #isDue() {
    const { querySet, identity } = this.received;
    const advanced = querySet !== this.#sent.querySet || identity !== this.#sent.identity;
    return this.#acknowledge || advanced || (this.#modifications?.size ?? 0) > 0;
  }

  #waitUntil(ts: Timestamp) {
    if (ts > this.#readyAt) this.#readyAt = ts;
  }
}
