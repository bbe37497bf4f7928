import type { Cursors, Position } from "./cursors";
import { LIMITS } from "./limits";
import { indexFieldsOf, tableNameOf, type QueryJson } from "./range";
import { passes, RangeReader, operatorStates, type Rows } from "./scan";
import { TextReader } from "./textSearch";
import type { Transaction } from "./transaction";

export interface PageRequest {
  query: QueryJson;
  cursor: string | null;
  /** The page ends there, however many documents it has. */
  endCursor: string | null;
  pageSize: number;
  maximumRowsRead?: number | null;
  maximumBytesRead?: number | null;
}

export interface Page {
  documents: string[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

/** A page above this share of a limit should be split. */
const LARGE_SHARE = 3 / 4;

/** Thrown for a cursor of another query. Clients then start over. */
export class InvalidCursor extends Error {
  readonly data = { isConvexSystemError: true, paginationError: "InvalidCursor" };
}

/** Returns one page of a query, for `paginate`. */
export function readPage(transaction: Transaction, component: string, cursors: Cursors, request: PageRequest): Page {
  refuseSizes(request);
  const query = identityOf(transaction, component, request.query);
  const start = request.cursor === null ? null : openCursor(cursors, request.cursor, query);
  const end = request.endCursor === null ? null : openCursor(cursors, request.endCursor, query);
  const seal = (position: Position) => cursors.seal(position, query);
  // A page with an end cursor ends there, even if it starts after it.
  const last = end ?? ({ end: true } as const);
  const emptyPage = {
    documents: [],
    isDone: "end" in last,
    continueCursor: seal(last),
    splitCursor: null,
    pageStatus: null,
  };
  if (start !== null && "end" in start) return emptyPage;
  if (request.query.source.type === "Search") {
    const search = transaction.search(component, request.query.source);
    const reader = new TextReader(transaction, search, start?.key, end !== null && "key" in end ? end.key : null);
    // Pages of a search are never split: two would read no less.
    return { ...fillPage(reader, request, end, seal), splitCursor: null, pageStatus: null };
  }
  const range = transaction.range(component, request.query);
  if (range === null) return emptyPage;

  if (start !== null && range.descending) range.high = start.key;
  else if (start !== null) range.low = Buffer.concat([start.key, Buffer.alloc(1)]);
  if (end !== null && "key" in end) {
    if (range.descending) range.low = end.key;
    else range.high = Buffer.concat([end.key, Buffer.alloc(1)]);
  }
  const expected = end === null && request.query.operators.length === 0 ? request.pageSize : null;
  const reader = new RangeReader(transaction, range, expected);
  return fillPage(reader, request, end, seal);
}

function fillPage(
  reader: Rows,
  request: PageRequest,
  end: Position | null,
  seal: (position: Position) => string,
): Page {
  const states = operatorStates(request.query.operators);
  const { maximumRowsRead, maximumBytesRead, pageSize } = request;
  // With an end cursor everything up to it is read.
  const isAtReadLimit = () =>
    end === null && (keys.length >= (maximumRowsRead ?? Infinity) || bytes >= (maximumBytesRead ?? Infinity));
  const isFull = () => end === null && documents.length >= pageSize;
  const documents: string[] = [];
  const keys: string[] = [];
  let bytes = 0;
  let exhausted = false;
  while (!isFull() && !isAtReadLimit()) {
    const row = reader.next();
    if (row === null) {
      exhausted = true;
      break;
    }
    keys.push(row.key);
    bytes += row.document.text.length;
    if (passes(states, row.document.text)) documents.push(row.document.text);
  }
  const last: Position = keys.length === 0 ? { end: true } : { key: Buffer.from(keys.at(-1)!, "hex") };
  const position: Position = end ?? (exhausted ? { end: true } : last);
  const isLarge =
    keys.length > softLimit(maximumRowsRead, LIMITS.documentsRead) ||
    bytes > softLimit(maximumBytesRead, LIMITS.bytesRead) ||
    documents.length > softLimit(null, LIMITS.arrayLength);
  return {
    documents,
    isDone: "end" in position,
    continueCursor: seal(position),
    splitCursor: keys.length > 2 ? seal({ key: Buffer.from(keys[keys.length >> 1]!, "hex") }) : null,
    pageStatus: isAtReadLimit() && !isFull() ? "SplitRequired" : isLarge ? "SplitRecommended" : null,
  };
}

/** Returns how much a page may read before it should be split. */
function softLimit(maximum: number | null | undefined, limit: number): number {
  return Math.floor(Math.min(maximum ?? limit, limit) * LARGE_SHARE);
}

function refuseSizes({ pageSize, maximumRowsRead, maximumBytesRead }: PageRequest): void {
  if (pageSize === 0) throw new Error("Must request at least 1 document while paginating");
  if (pageSize > LIMITS.documentsRead) throw new Error(`Requested too many items: ${pageSize}`);
  if (maximumRowsRead === 0 || maximumBytesRead === 0) {
    throw new Error("maximumRowsRead and maximumBytesRead must be greater than 0");
  }
}

/** Returns the query that a cursor belongs to, with its index's fields. A changed index makes its cursors invalid. */
function identityOf(transaction: Transaction, component: string, { source, operators }: QueryJson): string {
  const normalizedSource = source.type === "Search" ? source : { ...source, order: source.order ?? "asc" };
  return JSON.stringify([
    component,
    normalizedSource,
    operators,
    indexFieldsOf(transaction.table(component, tableNameOf(source)), source),
  ]);
}

function openCursor(cursors: Cursors, cursor: string, query: string): Position {
  const position = cursors.open(cursor, query);
  if (position === null)
    throw new InvalidCursor(
      "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
    );
  return position;
}
