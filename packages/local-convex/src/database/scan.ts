import { holds } from "./expressions";
import type { Database } from "./database";
import type { CachedDocument } from "./documentCache";
import type { Usage } from "./limits";
import { HIGHEST, type Interval, type ReadSet } from "./readSet";
import { intervalOf, justAfter, scan, type KeyRange, type QueryJson, type Row } from "./range";
import type { Json, JsonObject } from "./values";

const FIRST_BATCH = 16;
const EXACT_BATCH = 32;
const MAX_BATCH = 512;

/** The reading transaction: its read set, usage and documents. */
export interface ReadContext {
  readonly database: Database;
  readonly usage: Usage;
  readonly reads: ReadSet | null;
  countRead(document: CachedDocument): void;
}

/** The rows of a query, one by one. Null: the end. */
export interface Rows {
  next(): Row | null;
}

/** Reads a range row by row, in growing batches. The read set ends at the last consumed row. */
export class RangeReader implements Rows {
  readonly #context: ReadContext;
  readonly #range: KeyRange;
  readonly #interval: Interval | null = null;
  #rows: Row[] = [];
  #at = 0;
  #batch: number;
  #exhausted = false;

  /** `expected`: how many rows the caller will take. Null: unknown. */
  constructor(context: ReadContext, range: KeyRange, expected: number | null) {
    this.#context = context;
    this.#range = { ...range };
    this.#batch = expected === null ? FIRST_BATCH : batchFor(Math.max(1, expected));
    context.usage.interval();
    if (context.reads === null) return;
    this.#interval = intervalOf(range);
    context.reads.intervals.push(this.#interval);
  }

  next(): Row | null {
    if (this.#at === this.#rows.length && !this.#fill()) return null;
    const row = this.#rows[this.#at++]!;
    this.#context.countRead(row.document);
    if (this.#interval !== null) this.#extendInterval(this.#interval, row.key);
    return row;
  }

  #fill(): boolean {
    if (!this.#exhausted) {
      const size = Math.max(1, this.#batch);
      this.#rows = scan(this.#context.database, this.#range, size);
      this.#at = 0;
      this.#batch = size === 1 ? 1 : batchFor(size * 4);
      this.#exhausted = this.#rows.length < size;
      const last = this.#rows.at(-1);
      if (last !== undefined && this.#range.descending) this.#range.high = Buffer.from(last.key, "hex");
      else if (last !== undefined) this.#range.low = Buffer.from(justAfter(last.key), "hex");
      if (last !== undefined) return true;
    }
    if (this.#interval !== null) this.#completeInterval(this.#interval);
    return false;
  }

  #extendInterval(interval: Interval, key: string): void {
    if (this.#range.descending) interval.low = key;
    else interval.high = justAfter(key);
  }

  #completeInterval(interval: Interval): void {
    const { low, high, descending } = this.#range;
    if (descending) interval.low = low.toString("hex");
    else interval.high = high === null ? HIGHEST : high.toString("hex");
  }
}

/** Returns a query's limit if that is its only operator, otherwise null. */
export function expectedRows(operators: QueryJson["operators"]): number | null {
  return operators.length === 1 && "limit" in operators[0]! ? operators[0].limit : null;
}

/** A running `db.query(…)`: the rows of a range that pass its filters, up to its limits. */
export class Stream {
  readonly #reader: Rows | null;
  readonly #operators: OperatorState[];

  /** `rows` is null if the table does not exist. */
  constructor(rows: Rows | null, operators: QueryJson["operators"]) {
    this.#operators = operatorStates(operators);
    this.#reader = rows;
  }

  /** Returns the next document's text, or null at the end. */
  next(): string | null {
    return this.nextDocument()?.text ?? null;
  }

  /** Returns the next document, or null at the end. */
  nextDocument(): CachedDocument | null {
    while (!this.isFull()) {
      const row = this.#reader?.next() ?? null;
      if (row === null) return null;
      if (passes(this.#operators, row.document.text)) return row.document;
    }
    return null;
  }

  isFull(): boolean {
    return this.#operators.some((state) => state.filter === null && state.remaining === 0);
  }
}

/** Rounds up to one of few sizes, since each is a prepared statement. */
function batchFor(rows: number): number {
  if (rows <= EXACT_BATCH) return rows;
  return Math.min(2 ** Math.ceil(Math.log2(rows)), MAX_BATCH);
}

interface OperatorState {
  filter: Json | null;
  remaining: number;
}

/** Returns a query's operators with their remaining limits. */
export function operatorStates(operators: QueryJson["operators"]): OperatorState[] {
  return operators.map((operator) =>
    "limit" in operator ? { filter: null, remaining: operator.limit } : { filter: operator.filter, remaining: 0 },
  );
}

/** True if a document passes all operators. Counts down the limits. */
export function passes(states: OperatorState[], document: string): boolean {
  let parsed: JsonObject | null = null;
  for (const state of states) {
    if (state.filter === null) {
      if (state.remaining === 0) return false;
      state.remaining--;
    } else if (!holds(state.filter, (parsed ??= JSON.parse(document) as JsonObject))) {
      return false;
    }
  }
  return true;
}
