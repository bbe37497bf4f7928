import type { Index } from "./table";
import { keyOf } from "./keys";
import { fieldOf, type JsonObject } from "./values";

/** A document's key in an index. */
export function indexKey(index: Index, document: JsonObject): Buffer {
  const values = index.fields.map((path) => fieldOf(document, path));
  values.push(document["_creationTime"]!);
  return keyOf(values);
}
