import { VectorSearch, type VectorQueryJson } from "../database/vectorSearch";
import { parsed } from "../database/documentCache";
import type { Engine } from "./engine";

/** Vectors between two turns of others: with 1,536 numbers each, some milliseconds. */
const VECTORS_AT_ONCE = 64;

/**
 * The documents whose vectors point most in a direction. Everything that was committed before is seen. Others have their turn in
 * between, so what they commit meanwhile may be seen or not.
 */
export async function vectorSearch(engine: Engine, component: string, query: VectorQueryJson): Promise<string> {
  const { database } = engine;
  const tableName = query.indexName.slice(0, query.indexName.indexOf("."));
  const search = await engine.read(() => new VectorSearch(database.catalog.find(component, tableName), query));
  while (await engine.read(() => search.next(VECTORS_AT_ONCE)));
  return await engine.read(() => {
    const results = search.best.flatMap(({ tick, score }) => {
      const document = database.document(search.index.table, tick);
      return document === null ? [] : [{ _id: String(parsed(document)["_id"]), _score: score }];
    });
    results.sort((a, b) => b._score - a._score || (a._id < b._id ? 1 : -1));
    return JSON.stringify({ results });
  });
}
