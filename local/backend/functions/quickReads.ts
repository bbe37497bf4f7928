import type { QueryJson } from "../database/range";
import { valueOf } from "./documentValue";
import { currentFrame, inTransaction } from "./frame";

/** A query as the pushed copy of the Convex library holds it before it runs. */
interface PendingQuery {
  state: { type: "preparing"; query: QueryJson } | { type: "executing" | "closed" | "consumed" };
  collect(): Promise<unknown[]>;
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
 * finding them. Its `collect`, which `take`, `first` and `unique` end in, gets all rows by one call here. A copy of the
 * library that is not found among what the modules export, or looks otherwise, keeps its own way: slower, and the same.
 */
export async function quicken(exported: Record<string, unknown>): Promise<void> {
  for (const value of Object.values(exported)) {
    if (typeof value !== "function" || value.name !== "queryGeneric") continue;
    const prototype = await queriesOf(value as QueryGeneric);
    if (prototype !== null && !quickened.has(prototype)) quickenCollect(prototype);
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

function quickenCollect(prototype: PendingQuery): void {
  quickened.add(prototype);
  const own = prototype.collect;
  prototype.collect = async function (this: PendingQuery) {
    if (this.state.type !== "preparing") return await own.call(this);
    const frame = currentFrame();
    // Behind a nested call everything waits for its turn, which the long way knows how to do.
    if (frame.busy !== null) return await own.call(this);
    const { query } = this.state;
    this.state = { type: "consumed" };
    const stream = inTransaction(frame).query(frame.component, query);
    const documents = [];
    for (let next = stream.nextDocument(); next !== null; next = stream.nextDocument()) documents.push(valueOf(next));
    return documents;
  };
}
