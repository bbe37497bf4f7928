import { randomInt } from "node:crypto";
import { addTo, removeFrom, valuesIn, type Few } from "./few";
import { endOfValue, keyOf } from "./keys";
import { ANY_TABLE, creationIndex, HIGHEST, type Changes, type Interval, type ReadSet } from "./readSet";

/** A reader, such as a live query. */
export interface Reader {
  /** What it depends on. Only `Readers` sets this. At first it is `NOWHERE`. */
  places: readonly Place[];
}

/**
 * What a reader can depend on: a document, a missing table, or all keys of an index with a common prefix. Represented by a 32-bit hash,
 * which takes a tenth of the key's memory; each open page depends on dozens. If two collide, one pair in four billion, a query reruns and
 * its unchanged result is not sent.
 */
type Place = number | Part;

/** A range of the keys with a common prefix. The bounds are those of the rest of the key, one character per byte. */
class Part {
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

/** The places of a reader that depends on nothing. */
export const NOWHERE: readonly Place[] = [];

/**
 * Maps places to the readers that depend on them. Matching a commit takes a few look-ups per written key, for any number of readers, as
 * long as their equalities have different values.
 */
export class Readers<T extends Reader> {
  readonly #at = new Map<number, Few<T | Part>>();
  /** By index: the largest number of fields with an equality in any interval so far. */
  readonly #fields = new Map<number, number>();
  /** Random, so that a client cannot choose values with colliding hashes. */
  readonly #seed: number;

  constructor(seed: number = randomInt(2 ** 32)) {
    this.#seed = seed;
  }

  set(reader: T, reads: ReadSet): void {
    this.delete(reader);
    const places = new Set<Place>();
    for (const tick of reads.ticks) places.add(this.#ofTick(tick));
    for (const name of reads.missing) places.add(this.#ofName(name));
    for (const interval of reads.intervals) {
      const place = this.#ofInterval(reader, interval);
      if (place === null) continue;
      places.add(place);
      const { index, fields } = interval;
      this.#fields.set(index, Math.max(fields, this.#fields.get(index) ?? 0));
    }
    for (const place of places) {
      if (place instanceof Part) addTo(this.#at, place.hash, place);
      else addTo(this.#at, place, reader);
    }
    // `slice` reserves no spare slots.
    reader.places = places.size === 0 ? NOWHERE : [...places].slice();
  }

  delete(reader: T): void {
    for (const place of reader.places) {
      if (place instanceof Part) removeFrom(this.#at, place.hash, place);
      else removeFrom(this.#at, place, reader);
    }
    reader.places = NOWHERE;
  }

  /** Adds to `found` all readers whose result these changes may affect. */
  match(changes: Changes, found: Set<T>): void {
    const tables = changes.tables.length > 0 ? [...changes.tables, ANY_TABLE] : [];
    for (const name of tables) this.#find(this.#ofName(name), found);
    for (const { table, tick, touched } of changes.documents) {
      this.#find(this.#ofTick(tick), found);
      const created = creationIndex(table);
      if (this.#fields.has(created)) this.#matchKey(created, keyOf([tick / 1024]), found);
      for (let i = 0; i < touched.length; i += 2) {
        this.#matchKey(touched[i] as number, touched[i + 1] as Buffer, found);
      }
    }
  }

  /** Finds the readers of each prefix of the key: of no fields, the first one, the first two… */
  #matchKey(index: number, key: Buffer, found: Set<T>): void {
    const most = this.#fields.get(index);
    if (most === undefined) return;
    let hash = this.#ofIndex(index);
    for (let [fields, end] = [0, 0]; ; fields++) {
      this.#find(hash, found, key, end);
      if (fields === most || end >= key.length) return;
      for (const next = endOfValue(key, end); end < next; end++) hash = mixed(hash, key[end]!);
    }
  }

  #find(hash: number, found: Set<T>, key: Buffer | null = null, end = 0): void {
    const held = this.#at.get(hash);
    if (held === undefined) return;
    let rest: string | null = null;
    for (const one of valuesIn(held)) {
      if (!(one instanceof Part)) {
        found.add(one);
        continue;
      }
      rest ??= key === null ? "" : key.toString("latin1", end);
      if (rest >= one.low && (one.high === null || rest < one.high)) found.add(one.reader as T);
    }
  }

  /** Returns null for an empty interval. */
  #ofInterval(reader: T, { index, prefix, low, high }: Interval): Place | null {
    if (low >= high || high <= prefix) return null;
    let hash = this.#ofIndex(index);
    for (const byte of Buffer.from(prefix, "hex")) hash = mixed(hash, byte);
    const isOpen = { low: low <= prefix, high: high === HIGHEST || !high.startsWith(prefix) };
    if (!isOpen.low && !low.startsWith(prefix)) return null;
    if (isOpen.low && isOpen.high) return hash;
    const restOf = (bound: string) => Buffer.from(bound.slice(prefix.length), "hex").toString("latin1");
    return new Part(reader, hash, isOpen.low ? "" : restOf(low), isOpen.high ? null : restOf(high));
  }

  #ofIndex(index: number): number {
    return mixed(mixed(this.#seed, INDEX), index);
  }

  #ofTick(tick: number): number {
    return mixed(mixed(mixed(this.#seed, TICK), (tick % 2 ** 32) | 0), Math.floor(tick / 2 ** 32));
  }

  #ofName(name: string): number {
    return mixedText(mixed(this.#seed, NAME), name);
  }
}

const [INDEX, TICK, NAME] = [1, 2, 3];

/** Does one step of FNV-1a, with a shift for numbers above a byte. Returns signed 32 bits, which V8 stores without an object. */
export function mixed(hash: number, value: number): number {
  const product = Math.imul(hash ^ value, 0x01000193);
  return product ^ (product >>> 15);
}

/** Mixes a text's length and all its characters into a hash. */
export function mixedText(hash: number, text: string): number {
  let all = mixed(hash, text.length);
  for (let i = 0; i < text.length; i++) all = mixed(all, text.charCodeAt(i));
  return all;
}
