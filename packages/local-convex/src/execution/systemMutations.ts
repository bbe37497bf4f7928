import { convexToJson, jsonToConvex, type JSONValue } from "convex/values";
import { sorted, type JsonObject } from "../database/values";
import type { SystemContext, SystemFunction } from "./systemContext";

/** The `_system/frontend/…` mutations of the dashboard. Documents are checked against the schema. */
export const systemMutations: Record<string, SystemFunction> = {
  "_system/frontend/addDocument:default": ({ transaction, component }, { table, document }) =>
    transaction.insert(component, userTable(table), fieldsOf(document)),
  "_system/frontend/replaceDocument:default": replaceDocument,
  "_system/frontend/deleteDocuments:default": ({ transaction, component }, { table, ids }) => {
    for (const id of idsOf(ids)) {
      // Skips documents that another call has deleted.
      if (transaction.get(component, id, userTable(table)) !== null) transaction.remove(component, id);
    }
  },
  "_system/frontend/cancelJobs:default": ({ engine, transaction, component }, { ids }) => {
    for (const id of idsOf(ids)) engine.scheduler.cancel(transaction, component, id);
  },
  "_system/frontend/deleteFiles:default": ({ engine, transaction, component }, { ids }) => {
    for (const id of idsOf(ids)) engine.files.delete(transaction, component, id);
  },
  "_system/frontend/uploadUrl:default": ({ engine, component }) => engine.files.uploadUrl(component),
};

/** Replaces a document's own fields. `expected`: the document as the editor had it. Throws if it has changed since. */
function replaceDocument({ transaction, component }: SystemContext, args: Record<string, unknown>): void {
  const [id, table] = [String(args.id), userTable(args.table)];
  const text = transaction.get(component, id, table);
  if (text === null) throw new Error("This document no longer exists.");
  const { _id, _creationTime, ...current } = JSON.parse(text) as JsonObject;
  if (JSON.stringify(sorted(current)) !== JSON.stringify(fieldsOf(args.expected))) {
    throw new Error("This document has changed since you opened it. Open it again to change it.");
  }
  transaction.replace(component, id, fieldsOf(args.document), table);
}

/** Returns a table's name. Throws for system tables: files and jobs are more than their documents. */
function userTable(name: unknown): string {
  if (typeof name !== "string" || name.startsWith("_")) {
    throw new Error("Documents of system tables cannot be edited.");
  }
  return name;
}

/** Converts there and back, which refuses values that a function could not write. */
function fieldsOf(value: unknown): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("A document must be an object.");
  return sorted(convexToJson(jsonToConvex(value as JSONValue)) as JsonObject);
}

function idsOf(ids: unknown): string[] {
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string")) throw new Error("ids must be a list of ids.");
  return ids;
}
