import { refuseLargeArguments } from "../database/limits";
import type { JsonObject } from "../database/values";
import { VectorSearch, type VectorQueryJson } from "../database/vectorSearch";
import { parsed } from "../database/documentCache";
import type { Engine } from "./engine";
import { callAction, callInTransaction, type CallJson } from "./callsFromFunctions";
import { resolve, type AddressJson } from "./invoke";
import type { Syscall } from "./syscalls";

/** Operations of actions. Each nested query or mutation is its own transaction. */
export const ACTION_SYSCALLS: Record<string, Syscall> = {
  "1.0/actions/query": (engine, frame, args: CallJson) => callInTransaction(engine, frame, "query", args),
  "1.0/actions/mutation": (engine, frame, args: CallJson) => callInTransaction(engine, frame, "mutation", args),
  "1.0/actions/action": (engine, frame, args: CallJson) => callAction(engine, frame, args),

  "1.0/actions/schedule": (engine, frame, args: AddressJson & { ts: number; args: JsonObject }) => {
    const target = resolve(engine.project, frame.component, args);
    const text = JSON.stringify(args.args);
    refuseLargeArguments(text.length);
    return engine.write((transaction) =>
      JSON.stringify(engine.scheduler.schedule(transaction, frame.component, target, args.ts * 1000, text)),
    );
  },

  "1.0/actions/cancel_job": (engine, frame, args: { id: string }) =>
    engine.write((transaction) => {
      engine.scheduler.cancel(transaction, frame.component, args.id);
      return "null";
    }),

  "1.0/actions/vectorSearch": (engine, frame, args: { query: VectorQueryJson }) =>
    vectorSearch(engine, frame.component, args.query),
};

/** Vectors compared before other work runs. At 1,536 numbers each, comparing them takes some milliseconds. */
const VECTORS_PER_TURN = 64;

/**
 * Returns the documents with the most similar vectors. Sees everything committed before the search. Other work runs in between, and the
 * search may or may not see its commits.
 */
async function vectorSearch(engine: Engine, component: string, query: VectorQueryJson): Promise<string> {
  const { database } = engine;
  const tableName = query.indexName.slice(0, query.indexName.indexOf("."));
  const search = await engine.read(() => new VectorSearch(database.catalog.find(component, tableName), query));
  while (await engine.read(() => search.next(VECTORS_PER_TURN)));
  return await engine.read(() => {
    const results = search.best.flatMap(({ tick, score }) => {
      const document = database.document(search.index.table, tick);
      return document === null ? [] : [{ _id: String(parsed(document)["_id"]), _score: score }];
    });
    results.sort((a, b) => b._score - a._score || (a._id < b._id ? 1 : -1));
    return JSON.stringify({ results });
  });
}
