import { compareValues, ConvexError, convexToJson, type JSONValue, jsonToConvex, type Value } from "convex/values";
import { indexesOf } from "./schema";
import type { Bound, Expression, Page, Query, Read } from "./language";

// A model of reading over documents in memory, after Convex's published sources. It decides where convex-test is known
// to differ: see `reference.ts`.

type Document = Record<string, Value | undefined>;

/** Returns the documents of a range in order, before filters. */
function inRange(documents: Document[], { table, index, range, order }: Query): Document[] {
  const fields = fieldsOf({ table, index });
  const isIn = (document: Document) => (range ?? []).every((bound) => isWithin(document, bound));
  const sign = order === "desc" ? -1 : 1;
  return documents
    .filter(isIn)
    .sort((x, y) => sign * firstDifference(fields, (field) => compareValues(fieldAt(x, field), fieldAt(y, field))));
}

/** Returns the result of `collect`, `take`, `first` or `unique`. */
export function findResult(documents: Document[], step: Extract<Read, { do: "find" }>): Value {
  const limit = { collect: Infinity, first: 1, unique: 2, take: step.n ?? 0 }[step.end];
  const rows: Document[] = [];
  for (const document of inRange(documents, step)) {
    if (rows.length >= limit) break;
    if (passes(document, step)) rows.push(document);
  }
  if (step.end === "collect" || step.end === "take") return rows as Value;
  if (step.end === "unique" && rows.length > 1) throw new Error("unique() query returned more than one result");
  return (rows[0] ?? null) as Value;
}

/** Refuses pages that would be empty. */
export function refuseSizes({ numItems, maximumRowsRead }: Page): void {
  if (numItems === 0) throw new Error("Must request at least 1 document while paginating");
  if (maximumRowsRead === 0) throw new Error("maximumRowsRead and maximumBytesRead must be greater than 0");
}

/** Returns a page. A cursor holds its query and the sort key of its last document, or "end". */
export function pageOf(documents: Document[], step: Page, cursor: string | null, end: string | null) {
  const { numItems, maximumRowsRead } = step;
  const sign = step.order === "desc" ? -1 : 1;
  const fields = fieldsOf(step);
  const isAfter = (document: Document, position: Position) =>
    sign * firstDifference(fields, (field, i) => compareValues(fieldAt(document, field), position[i])) > 0;
  const [start, last] = [positionOf(step, cursor), positionOf(step, end)];
  const rows =
    start === "end"
      ? []
      : inRange(documents, step).filter(
          (document) =>
            (start === null || isAfter(document, start)) &&
            (last === null || last === "end" || !isAfter(document, last)),
        );
  const page: Document[] = [];
  const read: Document[] = [];
  const maxReads = end === null ? (maximumRowsRead ?? Infinity) : Infinity;
  const isFull = () => end === null && page.length >= numItems;
  while (!isFull() && read.length < maxReads && read.length < rows.length) {
    const next = rows[read.length]!;
    read.push(next);
    if (passes(next, step)) page.push(next);
  }
  // The end is only known after one more read.
  const isEnd = !isFull() && read.length < maxReads;
  const status = !isFull() && !isEnd ? "SplitRequired" : null;
  const cursorAfter = (document: Document) =>
    sealCursor(
      step,
      fields.map((field) => fieldAt(document, field)),
    );
  const splitThreshold = Math.floor(((maximumRowsRead ?? 32_000) * 3) / 4);
  const cursors = { continueCursor: end ?? (isEnd ? sealCursor(step, "end") : cursorAfter(read.at(-1)!)) };
  return {
    page: page as Value[],
    isDone: positionOf(step, cursors.continueCursor) === "end",
    ...cursors,
    splitCursor: read.length > 2 ? cursorAfter(read[Math.floor(read.length / 2)]!) : null,
    pageStatus: status ?? (read.length > splitThreshold ? "SplitRecommended" : null),
  };
}

function fieldsOf({ table, index }: Query): string[] {
  return indexesOf(table)[index ?? "by_creation_time"]!;
}

function passes(document: Document, { filters }: Query): boolean {
  return (filters ?? []).every((filter) => isTrue(evaluate(filter, document)));
}

/** Returns the value of a filter's expression. Undefined: a missing field. */
function evaluate(expression: Expression, document: Document): Value | undefined {
  if ("field" in expression) return fieldAt(document, expression.field);
  if ("literal" in expression) return expression.literal.value;
  const { op, of } = expression;
  const value = (operand: Expression) => evaluate(operand, document);
  if (op === "and") return of.every((operand) => isTrue(value(operand)));
  if (op === "or") return of.some((operand) => isTrue(value(operand)));
  if (op === "not") return !isTrue(value(of[0]!));
  const [a, b] = of.map(value);
  const compareOrder = COMPARISONS[op];
  if (compareOrder !== undefined) return compareOrder(compareValues(a, b));
  return op === "neg" ? calculated("sub", typeof a === "bigint" ? 0n : -0, a) : calculated(op, a, b);
}

const COMPARISONS: Partial<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

const NUMBERS: Record<string, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
};

const INTEGERS: Record<string, (a: bigint, b: bigint) => bigint> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
};

/** Computes with two numbers of the same type. Throws for integers beyond 64 bits. */
function calculated(op: string, a: Value | undefined, b: Value | undefined): Value {
  if (typeof a === "number" && typeof b === "number") return NUMBERS[op]!(a, b);
  if (typeof a !== "bigint" || typeof b !== "bigint") throw new Error("EvalError: not two numbers of one kind");
  if (b === 0n && (op === "div" || op === "mod")) throw new Error("EvalError: by zero");
  const result = INTEGERS[op]!(a, b);
  if (BigInt.asIntN(64, result) !== result) throw new Error("EvalError: out of range");
  if (op === "mod" && b === -1n && a === -(2n ** 63n)) throw new Error("EvalError: out of range");
  return result;
}

function isTrue(value: Value | undefined): boolean {
  if (typeof value !== "boolean") throw new Error("EvalError: not a Boolean");
  return value;
}

function isWithin(document: Document, { op, field, value }: Bound): boolean {
  return COMPARISONS[op]!(compareValues(fieldAt(document, field), value));
}

function fieldAt(document: Document, path: string): Value | undefined {
  return path.split(".").reduce<Value | undefined>((value, name) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && !(value instanceof ArrayBuffer) && Object.hasOwn(value, name)
      ? (value as Document)[name]
      : undefined;
  }, document as Value);
}

function firstDifference(fields: string[], compare: (field: string, i: number) => number): number {
  for (const [i, field] of fields.entries()) {
    const order = compare(field, i);
    if (order !== 0) return order;
  }
  return 0;
}

type Position = (Value | undefined)[];

function sealCursor({ table, index, range, order, filters }: Query, position: Position | "end"): string {
  const query = { table, index, range, order: order ?? "asc", filters } as unknown as Value;
  const encoded = position === "end" ? position : position.map((value) => (value === undefined ? [] : [value]));
  return JSON.stringify(convexToJson([withoutUndefined(query), encoded as Value]));
}

function positionOf(query: Query, cursor: string | null): Position | "end" | null {
  if (cursor === null) return null;
  if (
    sealCursor(query, "end").slice(0, -'"end"]'.length) !==
    cursor.slice(0, sealCursor(query, "end").length - '"end"]'.length)
  ) {
    throw new ConvexError({ isConvexSystemError: true, paginationError: "InvalidCursor" });
  }
  const [, position] = jsonToConvex(JSON.parse(cursor) as JSONValue) as [Value, "end" | Value[][]];
  return position === "end" ? position : position.map(([value]) => value);
}

function withoutUndefined(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutUndefined(member as Value)]));
}
