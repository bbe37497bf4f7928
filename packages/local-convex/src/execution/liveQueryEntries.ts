import { hash, randomInt } from "node:crypto";
import type { IdentityText, LiveQuery, LiveResult } from "../contract/core";
import { addTo, removeFrom, valuesIn, type CompactSet } from "../database/compactSet";
import { mixed, mixedText, type Reader } from "../database/readers";

/** A result without the ids of its subscribers. */
export type Result = Omit<LiveResult, "ids" | "journal">;

/** A live query, shared by all subscriptions with the same result. Each open page has several, so entries are small. */
export interface Entry extends Reader {
  query: LiveQuery;
  /** Its key in `Entries`. Null before the first run. */
  hash: number | null;
  identityUsed: boolean;
  /** The request id of its errors while it fails, always the same one. Null while it succeeds. */
  requestId: string | null;
  /** `digestOf` the newest result. Only subscribers have its text. */
  digest: string;
  /** The result, unless it depends on a signed-in identity. Then null, and a second subscription reruns the query. */
  cachedResult: Result | null;
  /**
   * A single subscription, which has the query's identity, or several by id. Those have their own identities, because a later run may
   * depend on them.
   */
  subscribers: number | ReadonlyMap<number, IdentityText>;
}

const NO_SUBSCRIBERS: ReadonlyMap<number, IdentityText> = new Map();

export function subscribersOf({ subscribers, query }: Entry): Iterable<[number, IdentityText]> {
  return typeof subscribers === "number" ? [[subscribers, query.identity]] : subscribers;
}

export function idsOf({ subscribers }: Entry): number[] {
  return typeof subscribers === "number" ? [subscribers] : [...subscribers.keys()];
}

export function hasSubscribers({ subscribers }: Entry): boolean {
  return typeof subscribers === "number" || subscribers.size > 0;
}

export function addSubscriber(entry: Entry, id: number, identity: IdentityText): void {
  const { subscribers } = entry;
  if (typeof subscribers === "number") entry.subscribers = new Map([...subscribersOf(entry), [id, identity]]);
  else (subscribers as Map<number, IdentityText>).set(id, identity);
}

export function removeSubscriber(entry: Entry, id: number): void {
  const { subscribers } = entry;
  if (subscribers === id) entry.subscribers = NO_SUBSCRIBERS;
  else if (typeof subscribers !== "number") (subscribers as Map<number, IdentityText>).delete(id);
}

/** All entries, by the queries of their subscriptions. */
export class Entries {
  readonly #byHash = new Map<number, CompactSet<Entry>>();
  /** Random, so that a client cannot send thousands of arguments with one hash, which would be compared one by one. */
  readonly #seed: number;

  constructor(seed: number = randomInt(2 ** 32)) {
    this.#seed = seed;
  }

  /** Returns the entry with this query's result. */
  find(query: LiveQuery): Entry | undefined {
    return this.#find(query, false) ?? this.#find(query, true);
  }

  /** Adds an entry, or moves one after a change of its journal or its use of the identity. */
  put(entry: Entry): void {
    const hash = this.#hashOf(entry.query, entry.identityUsed);
    if (hash === entry.hash) return;
    this.remove(entry);
    entry.hash = hash;
    addTo(this.#byHash, hash, entry);
  }

  remove(entry: Entry): void {
    if (entry.hash !== null) removeFrom(this.#byHash, entry.hash, entry);
  }

  #find(query: LiveQuery, identityUsed: boolean): Entry | undefined {
    for (const entry of valuesIn(this.#byHash.get(this.#hashOf(query, identityUsed)))) {
      if (entry.identityUsed === identityUsed && isSame(entry.query, query, identityUsed)) return entry;
    }
    return undefined;
  }

  #hashOf({ componentPath, path, args, caller, journal, identity }: LiveQuery, identityUsed: boolean): number {
    const texts = [componentPath, path, args, caller, journal ?? "", identityUsed ? (identity ?? "") : ""];
    return texts.reduce(mixedText, mixed(this.#seed, identityUsed ? 1 : 2));
  }
}

/** Returns a short text that differs when the result does. */
export function digestOf(outcome: LiveResult["outcome"]): string {
  const text = outcome.ok ? outcome.value : `!${outcome.error.message}\n${outcome.error.data ?? ""}`;
  return text.length <= 40 ? text : hash("sha256", text, "binary");
}

function isSame(a: LiveQuery, b: LiveQuery, identityUsed: boolean): boolean {
  if (a.path !== b.path || a.args !== b.args || a.componentPath !== b.componentPath) return false;
  return a.caller === b.caller && a.journal === b.journal && (!identityUsed || a.identity === b.identity);
}
