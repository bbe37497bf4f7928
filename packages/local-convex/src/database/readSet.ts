import type { Table } from "./table";

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

/** The effects of a commit on the database. */
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
