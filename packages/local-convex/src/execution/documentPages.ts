import type { Condition, DocumentPage } from "../contract/dashboard";
import type { Cursors } from "../database/cursors";
import { readPage } from "../database/page";
import type { QueryJson, QuerySource } from "../database/range";
import { operatorStates, passes } from "../database/scan";
import type { Transaction } from "../database/transaction";
import type { Json } from "../database/values";
import type { DocumentsRequest } from "./systemQuery";

/** Documents that a filter reads for one page at most: the one writer waits meanwhile. */
const MOST_LOOKED_AT = 2_000;

/**
 * A page of a table in the order of creation, or of an index whose first field a condition fixes. What passes few documents
 * gives short pages, with a cursor to go on from.
 */
export function readDocuments(
  transaction: Transaction,
  component: string,
  cursors: Cursors,
  table: string,
  { order, conditions, cursor, size }: DocumentsRequest,
): DocumentPage<unknown> {
  const byId = conditions.find(({ field, op }) => field === "_id" && op === "eq");
  if (byId !== undefined) return only(transaction, component, table, String(byId.value), conditions);
  const source = sourceOf(transaction, component, table, order, conditions);
  const query: QueryJson = { source, operators: conditions.map((each) => ({ filter: expressionOf(each) })) };
  const request = { query, cursor, endCursor: null, pageSize: size, maximumRowsRead: MOST_LOOKED_AT };
  const before = transaction.usage.documentsRead;
  const { documents, isDone, continueCursor } = readPage(transaction, component, cursors, request);
  return {
    page: documents.map((text): unknown => JSON.parse(text)),
    isDone,
    continueCursor,
    looked: transaction.usage.documentsRead - before,
    index: source.type === "IndexRange" ? source.indexName.slice(table.length + 1) : null,
  };
}

/** The document of an id, if it is of this table and passes. */
function only(
  transaction: Transaction,
  component: string,
  table: string,
  id: string,
  conditions: readonly Condition[],
): DocumentPage<unknown> {
  const isOfTable = transaction.database.isIdOf(id, component, table);
  const text = isOfTable ? transaction.get(component, id, table, table.startsWith("_")) : null;
  const passing = text !== null && passes(states(conditions), text) ? [JSON.parse(text) as unknown] : [];
  return { page: passing, isDone: true, continueCursor: "", looked: text === null ? 0 : 1, index: "by_id" };
}

function sourceOf(
  transaction: Transaction,
  component: string,
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

function states(conditions: readonly Condition[]) {
  return operatorStates(conditions.map((each) => ({ filter: expressionOf(each) })));
}

function expressionOf({ field, op, value }: Condition): Json {
  return { [`$${op}`]: [{ $field: field }, { $literal: literal(value) }] };
}

function literal(value: unknown): Json {
  return value === undefined ? { $undefined: null } : (value as Json);
}
