import type { QueryJson } from "../database/range";
import { valueOf } from "../database/documentValue";
import { currentFrame, inTransaction } from "./frame";

/** A query as the pushed copy of the Convex library holds it before it runs. */
interface PendingQuery {
  state: { type: "preparing"; query: QueryJson } | { type: "executing" | "closed" | "consumed" };
  collect(): Promise<unknown[]>;
  take(n: number): Promise<unknown[]>;
  first(): Promise<unknown>;
  unique(): Promise<unknown>;
}

/** As much of the library as is needed to get hold of its queries. */
type QueryGeneric = (definition: { handler: (ctx: QueryCtx) => null }) => {
  invokeQuery(args: string): Promise<string>;
};
interface QueryCtx {
  db: { query(table: string): { order(order: "asc"): PendingQuery } };
}

/**
 * The library asks for a query's rows one at a time, each by a call of its own and four promises, which takes longer than
 * finding them. Here they come all at once, by one call and one promise, from `collect`, `take`, `first` and `unique`. A
 * copy of the library that is not found among what the modules export, or looks otherwise, keeps its own way: slower,
 * and the same.
 */
export async function quicken(exported: Record<string, unknown>): Promise<void> {
  for (const value of Object.values(exported)) {
    if (typeof value !== "function" || value.name !== "queryGeneric") continue;
    const prototype = await queriesOf(value as QueryGeneric);
    if (prototype !== null && !quickened.has(prototype)) quickenRows(prototype);
  }
}

const quickened = new WeakSet<PendingQuery>();

/** The prototype of the queries of one copy of the library. */
async function queriesOf(queryGeneric: QueryGeneric): Promise<PendingQuery | null> {
  let query: PendingQuery | undefined;
  const handler = ({ db }: QueryCtx) => {
    query = db.query("any").order("asc");
    return null;
  };
  await queryGeneric({ handler }).invokeQuery("[{}]");
  if (query?.state?.type !== "preparing" || !Array.isArray(query.state.query.operators)) return null;
  return Object.getPrototypeOf(query) as PendingQuery;
}

function quickenRows(prototype: PendingQuery): void {
  quickened.add(prototype);
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
    // More than one: the library has the words for it.
    this.state = state;
    return await unique.call(this);
  };
}

/** All rows of a query, or so many; null if it has to go the library's way. */
function rowsOf(pending: PendingQuery, limit: number | null): unknown[] | null {
  if (pending.state.type !== "preparing") return null;
  const frame = currentFrame();
  // Behind a nested call everything waits for its turn, which the long way knows how to do.
  if (frame.busy !== null) return null;
  const { source, operators } = pending.state.query;
  pending.state = { type: limit === null ? "consumed" : "closed" };
  const limited = limit === null ? operators : [...operators, { limit }];
  const stream = inTransaction(frame).query(frame.component, { source, operators: limited });
  const rows = [];
  for (let next = stream.nextDocument(); next !== null; next = stream.nextDocument()) rows.push(valueOf(next));
  return rows;
}
