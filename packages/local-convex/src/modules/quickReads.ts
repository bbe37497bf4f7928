import type { QueryJson } from "../database/range";
import { valueOf } from "../database/documentCache";
import { currentFrame, inTransaction } from "./frame";

/** A query of the pushed copy of the Convex library, before it runs. */
interface PendingQuery {
  state: { type: "preparing"; query: QueryJson } | { type: "executing" | "closed" | "consumed" };
  collect(): Promise<unknown[]>;
  take(n: number): Promise<unknown[]>;
  first(): Promise<unknown>;
  unique(): Promise<unknown>;
}

/** The part of the library that creates queries. */
type QueryGeneric = (definition: { handler: (ctx: QueryCtx) => null }) => {
  invokeQuery(args: string): Promise<string>;
};
interface QueryCtx {
  db: { query(table: string): { order(order: "asc"): PendingQuery } };
}

/**
 * Replaces `collect`, `take`, `first` and `unique` in a copy of the library. The originals read rows one by one, each with a call and four
 * promises, which takes longer than finding them. The new ones read all rows with one call and one promise. A copy that modules do not
 * export, or that has another shape, stays unchanged: slower, with the same results.
 */
export async function speedUpReads(exported: Record<string, unknown>): Promise<void> {
  for (const value of Object.values(exported)) {
    if (typeof value !== "function" || value.name !== "queryGeneric") continue;
    const prototype = await queryPrototypeOf(value as QueryGeneric);
    if (prototype !== null && !spedUp.has(prototype)) replaceRowMethods(prototype);
  }
}

const spedUp = new WeakSet<PendingQuery>();

/** Returns the prototype of a library copy's queries, or null for an unknown shape. */
async function queryPrototypeOf(queryGeneric: QueryGeneric): Promise<PendingQuery | null> {
  let query: PendingQuery | undefined;
  const handler = ({ db }: QueryCtx) => {
    query = db.query("any").order("asc");
    return null;
  };
  await queryGeneric({ handler }).invokeQuery("[{}]");
  if (query?.state?.type !== "preparing" || !Array.isArray(query.state.query.operators)) return null;
  return Object.getPrototypeOf(query) as PendingQuery;
}

function replaceRowMethods(prototype: PendingQuery): void {
  spedUp.add(prototype);
  const { collect, take, first, unique } = prototype;
  prototype.collect = async function (this: PendingQuery) {
    return rowsOf(this, null) ?? (await collect.call(this));
  };
  prototype.take = async function (this: PendingQuery, n) {
    const isCount = Number.isInteger(n) && n >= 0;
    return (isCount ? rowsOf(this, n) : null) ?? (await take.call(this, n));
  };
  prototype.first = async function (this: PendingQuery) {
    const rows = rowsOf(this, 1);
    return rows === null ? await first.call(this) : (rows[0] ?? null);
  };
  prototype.unique = async function (this: PendingQuery) {
    const { state } = this;
    const rows = rowsOf(this, 2);
    if (rows !== null && rows.length < 2) return rows[0] ?? null;
    // With more than one, the library throws the right error.
    this.state = state;
    return await unique.call(this);
  };
}

/** Returns a query's rows, at most `limit`. Null: take the library's path. */
function rowsOf(pending: PendingQuery, limit: number | null): unknown[] | null {
  if (pending.state.type !== "preparing") return null;
  const frame = currentFrame();
  // During a nested call the library's path waits for its end.
  if (frame.busy !== null) return null;
  const { source, operators } = pending.state.query;
  pending.state = { type: limit === null ? "consumed" : "closed" };
  const limitedOperators = limit === null ? operators : [...operators, { limit }];
  const stream = inTransaction(frame).query(frame.component, { source, operators: limitedOperators });
  const rows = [];
  for (let next = stream.nextDocument(); next !== null; next = stream.nextDocument()) rows.push(valueOf(next));
  return rows;
}
