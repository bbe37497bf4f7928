import { randomInt } from "node:crypto";
import { addTo, removeFrom, valuesIn, type CompactSet } from "./compactSet";
import { endOfValue, keyOf } from "./keys";
import { ANY_TABLE, creationIndex, HIGHEST, type Changes, type Interval, type ReadSet } from "./readSet";

/** A reader, such as a live query. */
export interface Reader {
  /** The reader's dependencies, at first `NO_DEPENDENCIES`. Only `Readers` sets them. */
  dependencies: readonly Dependency[];
}

/**
 * A dependency of a reader: a document, a missing table, or all keys of an index with a common prefix. Represented by a 32-bit hash, which
 * takes a tenth of the key's memory. Each open page depends on dozens. If two collide, one pair in four billion, a query reruns and its
 * unchanged result is not sent.
 */
type Dependency = number | RangeDependency;

/** A range of the keys with a common prefix. The bounds are those of the rest of the key, one character per byte. */
class RangeDependency {
  readonly reader: Reader;
  readonly hash: number;
  readonly low: string;
  /** Exclusive. Null: no bound. */
  readonly high: string | null;

  constructor(reader: Reader, hash: number, low: string, high: string | null) {
    this.reader = reader;
    this.hash = hash;
    this.low = low;
    this.high = high;
  }
}

/** The dependencies of a reader without any. */
export const NO_DEPENDENCIES: readonly Dependency[] = [];

/**
 * Finds the readers that a commit affects. It takes a few look-ups per written key, however many readers there are, as long as their
 * equalities have different values.
 */
export class Readers<T extends Reader> {
  readonly #byHash = new Map<number, CompactSet<T | RangeDependency>>();
  /** By index: the largest number of fields with an equality in any interval so far. */
  readonly #fields = new Map<number, number>();
  /** Random, so that a client cannot choose values with colliding hashes. */
  readonly #seed: number;

  constructor(seed: number = randomInt(2 ** 32)) {
    this.#seed = seed;
  }

  set(reader: T, reads: ReadSet): void {
    this.delete(reader);
    const dependencies = new Set<Dependency>();
    for (const tick of reads.ticks) dependencies.add(this.#tickHash(tick));
    for (const name of reads.missing) dependencies.add(this.#nameHash(name));
    for (const interval of reads.intervals) {
      const dependency = this.#intervalDependency(reader, interval);
      if (dependency === null) continue;
      dependencies.add(dependency);
      const { index, fields } = interval;
      this.#fields.set(index, Math.max(fields, this.#fields.get(index) ?? 0));
    }
    for (const dependency of dependencies) {
      if (dependency instanceof RangeDependency) addTo(this.#byHash, dependency.hash, dependency);
      else addTo(this.#byHash, dependency, reader);
    }
    // `slice` reserves no spare slots.
    reader.dependencies = dependencies.size === 0 ? NO_DEPENDENCIES : [...dependencies].slice();
  }

  delete(reader: T): void {
    for (const dependency of reader.dependencies) {
      if (dependency instanceof RangeDependency) removeFrom(this.#byHash, dependency.hash, dependency);
      else removeFrom(this.#byHash, dependency, reader);
    }
    reader.dependencies = NO_DEPENDENCIES;
  }

  /** Adds to `found` all readers whose result these changes may affect. */
  match(changes: Changes, found: Set<T>): void {
    const tables = changes.tables.length > 0 ? [...changes.tables, ANY_TABLE] : [];
    for (const name of tables) this.#find(this.#nameHash(name), found);
    for (const { table, tick, touched } of changes.documents) {
      this.#find(this.#tickHash(tick), found);
      const created = creationIndex(table);
      if (this.#fields.has(created)) this.#matchKey(created, keyOf([tick / 1024]), found);
      for (let i = 0; i < touched.length; i += 2) {
        this.#matchKey(touched[i] as number, touched[i + 1] as Buffer, found);
      }
    }
  }

  /** Finds the readers of each prefix of the key: of no fields, the first one, the first two… */
  #matchKey(index: number, key: Buffer, found: Set<T>): void {
    const maxFields = this.#fields.get(index);
    if (maxFields === undefined) return;
    let hash = this.#indexHash(index);
    for (let [fields, end] = [0, 0]; ; fields++) {
      this.#find(hash, found, key, end);
      if (fields === maxFields || end >= key.length) return;
      for (const next = endOfValue(key, end); end < next; end++) hash = mixed(hash, key[end]!);
    }
  }

  #find(hash: number, found: Set<T>, key: Buffer | null = null, end = 0): void {
    const candidates = this.#byHash.get(hash);
    if (candidates === undefined) return;
    let rest: string | null = null;
    for (const candidate of valuesIn(candidates)) {
      if (!(candidate instanceof RangeDependency)) {
        found.add(candidate);
        continue;
      }
      rest ??= key === null ? "" : key.toString("latin1", end);
      if (rest >= candidate.low && (candidate.high === null || rest < candidate.high)) found.add(candidate.reader as T);
    }
  }

  /** Returns null for an empty interval. */
  #intervalDependency(reader: T, { index, prefix, low, high }: Interval): Dependency | null {
    if (low >= high || high <= prefix) return null;
    let hash = this.#indexHash(index);
    for (const byte of Buffer.from(prefix, "hex")) hash = mixed(hash, byte);
    const isUnbounded = { low: low <= prefix, high: high === HIGHEST || !high.startsWith(prefix) };
    if (!isUnbounded.low && !low.startsWith(prefix)) return null;
    if (isUnbounded.low && isUnbounded.high) return hash;
    const restOf = (bound: string) => Buffer.from(bound.slice(prefix.length), "hex").toString("latin1");
    return new RangeDependency(
      reader,
      hash,
      isUnbounded.low ? "" : restOf(low),
      isUnbounded.high ? null : restOf(high),
    );
  }

  #indexHash(index: number): number {
    return mixed(mixed(this.#seed, INDEX), index);
  }

  #tickHash(tick: number): number {
    return mixed(mixed(mixed(this.#seed, TICK), (tick % 2 ** 32) | 0), Math.floor(tick / 2 ** 32));
  }

  #nameHash(name: string): number {
    return mixedText(mixed(this.#seed, NAME), name);
  }
}

const [INDEX, TICK, NAME] = [1, 2, 3];

/** Does one step of FNV-1a, with a shift for numbers above a byte. Returns signed 32 bits, which V8 stores without an object. */
export function mixed(hash: number, value: number): number {
  const product = Math.imul(hash ^ value, 0x01000193);
  return product ^ (product >>> 15);
}

/** Mixes a string's length and all its characters into a hash. */
export function mixedText(hash: number, text: string): number {
  let result = mixed(hash, text.length);
  for (let i = 0; i < text.length; i++) result = mixed(result, text.charCodeAt(i));
  return result;
}
