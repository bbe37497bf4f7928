import type { Table } from "./catalog";
import { endOfValue, keyOf } from "./keys";

/**
 * A part of an index that a query depends on: keys from `low` to `high`. One bound moves as rows are consumed.
 * All of them start with `prefix`, the fields asked for by equality. Keys are in hexadecimal, which compares
 * as the bytes do.
 */
export interface Interval {
  index: number;
  prefix: string;
  /** How many fields `prefix` holds. */
  fields: number;
  low: string;
  /** Exclusive. */
  high: string;
}

/** Everything that a query's result depends on. */
export class ReadSet {
  readonly ticks = new Set<number>();
  readonly intervals: Interval[] = [];
  /** Tables that did not exist, as `component/name`. */
  readonly missing = new Set<string>();
}

/** One written document, with the index keys that it left or took. */
export interface Change {
  table: Table;
  tick: number;
  /** The text before; null for a document that is new. */
  before: string | null;
  /** Index id and key in turn. */
  touched: (number | Buffer)[];
}

/** What a commit did to the database. */
export interface Changes {
  documents: Change[];
  /** Tables made, as `component/name`. */
  tables: string[];
}

/** Among missing tables: all of them. */
export const ANY_TABLE = "*";

/** Above every key. */
export const HIGHEST = "ff";

/** The number under which a table's own order (by creation) is known among indexes. */
export function creationIndex(table: Table): number {
  return -table.number;
}

/** An interval of one reader. There are many for each open screen, so that they are small: see `heldBy`. */
interface HeldInterval<T> {
  readonly reader: T;
  readonly index: number;
  readonly fields: number;
  prefix: string;
  readonly low: string;
  readonly high: string;
}

/** The intervals of one index, found by the fields that they fix. */
class IndexReaders<T extends object> {
  readonly #byFields: ValueSets<string, HeldInterval<T>>[] = [];

  add(entry: HeldInterval<T>): void {
    const byPrefix = (this.#byFields[entry.fields] ??= new Map());
    // Equal texts of several readers are kept once.
    for (const { prefix } of valuesIn(byPrefix.get(entry.prefix))) {
      entry.prefix = prefix;
      break;
    }
    addTo(byPrefix, entry.prefix, entry);
  }

  remove(entry: HeldInterval<T>): void {
    removeFrom(this.#byFields[entry.fields]!, entry.prefix, entry);
  }

  match(key: Buffer, found: Set<T>): void {
    const text = key.toString("hex");
    let end = 0;
    for (let fields = 0; fields < this.#byFields.length; fields++) {
      if (fields > 0) end = endOfValue(key, end);
      const held = this.#byFields[fields]?.get(text.slice(0, end * 2));
      for (const { low, high, reader } of valuesIn(held)) {
        if (text >= low && text < high) found.add(reader);
      }
    }
  }
}

/** What one reader depends on. */
interface Held<T> {
  ticks: readonly number[];
  missing: readonly string[];
  intervals: readonly HeldInterval<T>[];
}

/**
 * Which readers depend on what. Matching a commit costs a few look-ups per written key, for any number of readers, as long
 * as they fix different values by equality.
 */
export class Readers<T extends object> {
  readonly #ticks: ValueSets<number, T> = new Map();
  readonly #missing: ValueSets<string, T> = new Map();
  readonly #indexes = new Map<number, IndexReaders<T>>();
  readonly #held = new Map<T, Held<T>>();

  /** Replaces what a reader depends on. */
  set(reader: T, reads: ReadSet): void {
    this.delete(reader);
    for (const tick of reads.ticks) addTo(this.#ticks, tick, reader);
    for (const name of reads.missing) addTo(this.#missing, name, reader);
    const intervals = reads.intervals.filter((one) => one.low < one.high).map((one) => heldBy(reader, one));
    for (const interval of intervals) {
      let readers = this.#indexes.get(interval.index);
      if (readers === undefined) this.#indexes.set(interval.index, (readers = new IndexReaders()));
      readers.add(interval);
    }
    const missing = reads.missing.size === 0 ? NONE : [...reads.missing];
    this.#held.set(reader, { ticks: [...reads.ticks], missing, intervals });
  }

  delete(reader: T): void {
    const held = this.#held.get(reader);
    if (held === undefined) return;
    for (const tick of held.ticks) removeFrom(this.#ticks, tick, reader);
    for (const name of held.missing) removeFrom(this.#missing, name, reader);
    for (const interval of held.intervals) this.#indexes.get(interval.index)?.remove(interval);
    this.#held.delete(reader);
  }

  /** Adds to `found` every reader whose result these changes may have changed. */
  match(changes: Changes, found: Set<T>): void {
    const tables = changes.tables.length > 0 ? [...changes.tables, ANY_TABLE] : [];
    for (const name of tables) for (const reader of valuesIn(this.#missing.get(name))) found.add(reader);
    for (const change of changes.documents) {
      for (const reader of valuesIn(this.#ticks.get(change.tick))) found.add(reader);
      this.#indexes.get(creationIndex(change.table))?.match(keyOf([change.tick / 1024]), found);
      for (let i = 0; i < change.touched.length; i += 2) {
        this.#indexes.get(change.touched[i] as number)?.match(change.touched[i + 1] as Buffer, found);
      }
    }
  }
}

const NONE: readonly string[] = [];

/** Most readers ask for whole values: bounds that follow from the prefix, by which the interval is found, are not kept. */
function heldBy<T>(reader: T, { index, fields, prefix, low, high }: Interval): HeldInterval<T> {
  const isWhole = { low: low <= prefix, high: high > prefix && !high.startsWith(prefix) };
  return { reader, index, fields, prefix, low: isWhole.low ? "" : low, high: isWhole.high ? HIGHEST : high };
}

/** A single value is stored without a set: most keys have one, and a set would take more memory than the value. */
type ValueSets<K, T> = Map<K, T | Set<T>>;

function addTo<K, T extends object>(map: ValueSets<K, T>, key: K, value: T): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, value);
  else if (held instanceof Set) held.add(value);
  else if (held !== value) map.set(key, new Set([held, value]));
}

function removeFrom<K, T extends object>(map: ValueSets<K, T>, key: K, value: T): void {
  const held = map.get(key);
  if (held === value || (held instanceof Set && held.delete(value) && held.size === 0)) map.delete(key);
}

function valuesIn<T extends object>(held: T | Set<T> | undefined): Iterable<T> {
  if (held === undefined) return [];
  return held instanceof Set ? held : [held];
}
