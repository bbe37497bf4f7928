import type { Table } from "./table";

/**
 * The part of an index that a query depends on: keys from `low` to `high`, in hexadecimal, which sorts as the bytes do. One bound moves as
 * rows are consumed. All keys start with `prefix`, the fields with an equality.
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
  /** Missing tables that the query read, as `component/name`. */
  readonly missing = new Set<string>();
}

/** A written document, with the index keys that it lost or gained. */
export interface Change {
  table: Table;
  tick: number;
  /** The text before. Null: a new document. */
  before: string | null;
  /** Index ids and keys, alternating. */
  touched: (number | Buffer)[];
}

/** The effects of a commit on the database. */
export interface Changes {
  documents: Change[];
  /** Created tables, as `component/name`. */
  tables: string[];
}

/** In `missing`: every table that does not exist. */
export const ANY_TABLE = "*";

/** Above every key. */
export const HIGHEST = "ff";

/** Returns the index number that stands for a table's own order (by creation). */
export function creationIndex(table: Table): number {
  return -table.number;
}
