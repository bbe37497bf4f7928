import type { Condition, DocumentPage } from "../contract/dashboard";
import { readPage } from "../database/page";
import type { QueryJson, QuerySource } from "../database/range";
import { operatorStates, passes } from "../database/scan";
import type { Json } from "../database/values";
import { tableNameOf, type SystemContext } from "./systemContext";

interface DocumentsRequest {
  order: "asc" | "desc";
  conditions: readonly Condition[];
  cursor: string | null;
  size: number;
}

/** Documents that a filter may read per page. The only writer waits while it reads. */
const MAX_READ = 2_000;

/** Returns the page that a query's arguments `table`, `order` and `paginationOpts` ask for, with at most `maxSize` documents. */
export function requestedPage(
  context: SystemContext,
  args: Record<string, unknown>,
  maxSize: number,
  conditions: readonly Condition[],
): DocumentPage<unknown> {
  const { cursor = null, numItems = maxSize } = (args.paginationOpts ?? {}) as {
    cursor?: string | null;
    numItems?: number;
  };
  const order = args.order === "asc" ? "asc" : "desc";
  const size = Math.min(maxSize, Math.max(1, Number(numItems)));
  return readDocuments(context, tableNameOf(args.table), { order, conditions, cursor, size });
}

/**
 * Returns a page of a table, in order of creation or of an index whose first field a condition fixes. If few documents meet the conditions,
 * pages are short and have a cursor to continue.
 */
export function readDocuments(
  context: SystemContext,
  table: string,
  { order, conditions, cursor, size }: DocumentsRequest,
): DocumentPage<unknown> {
  const operators = conditions.map((condition) => ({ filter: expressionOf(condition) }));
  const idCondition = conditions.find(({ field, op }) => field === "_id" && op === "eq");
  if (idCondition !== undefined) return pageById(context, table, String(idCondition.value), operators);
  const { transaction, component, engine } = context;
  const source = sourceOf(context, table, order, conditions);
  const request = { query: { source, operators }, cursor, endCursor: null, pageSize: size, maximumRowsRead: MAX_READ };
  const readBefore = transaction.usage.documentsRead;
  const { documents, isDone, continueCursor } = readPage(transaction, component, engine.cursors, request);
  return {
    page: documents.map((text): unknown => JSON.parse(text)),
    isDone,
    continueCursor,
    documentsRead: transaction.usage.documentsRead - readBefore,
    index: source.type === "IndexRange" ? source.indexName.slice(table.length + 1) : null,
  };
}

/** Returns the document with an id, if it is in this table and meets the conditions. */
function pageById(
  { transaction, component }: SystemContext,
  table: string,
  id: string,
  operators: QueryJson["operators"],
): DocumentPage<unknown> {
  const isOfTable = transaction.database.isIdOf(id, component, table);
  const text = isOfTable ? transaction.get(component, id, table, table.startsWith("_")) : null;
  const page = text !== null && passes(operatorStates(operators), text) ? [JSON.parse(text) as unknown] : [];
  return { page, isDone: true, continueCursor: "", documentsRead: text === null ? 0 : 1, index: "by_id" };
}

function sourceOf(
  { transaction, component }: SystemContext,
  table: string,
  order: "asc" | "desc",
  conditions: readonly Condition[],
): Exclude<QuerySource, { type: "Search" }> {
  const indexes = transaction.table(component, table)?.indexes ?? [];
  for (const { field, op, value } of conditions) {
    const index = op === "eq" ? indexes.find(({ fields }) => fields[0] === field) : undefined;
    if (index === undefined) continue;
    const range = [{ type: "Eq" as const, fieldPath: field, value: literal(value) }];
    return { type: "IndexRange", indexName: `${table}.${index.name}`, range, order };
  }
  return { type: "FullTableScan", tableName: table, order };
}

function expressionOf({ field, op, value }: Condition): Json {
  return { [`$${op}`]: [{ $field: field }, { $literal: literal(value) }] };
}

function literal(value: unknown): Json {
  return value === undefined ? { $undefined: null } : (value as Json);
}
