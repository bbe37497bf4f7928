import { convexToJson, type Value } from "convex/values";
import type { Transaction } from "../database/transaction";
import { kindOf, type JsonObject } from "../database/values";
import { currentFrame, inTransaction } from "./frame";

/** The library's write operations, which only mutations have. */
export interface WriterMethods {
  insert?(table: unknown, value: unknown): Promise<unknown>;
  patch?(...args: unknown[]): Promise<unknown>;
  replace?(...args: unknown[]): Promise<unknown>;
  delete?(...args: unknown[]): Promise<unknown>;
}

/**
 * Adds fast paths for writes, without serializing in between. Unusual or invalid arguments take the library's path, which throws the right
 * error.
 */
export function addFastWrites(db: WriterMethods): void {
  const { insert, patch, replace, delete: remove } = db;
  if (insert === undefined || patch === undefined || replace === undefined || remove === undefined) return;
  db.insert = async (table, value) => {
    const [target, fields] = [writeTarget(table), fieldsOf(value)];
    if (target === null || fields === null || typeof table !== "string") return await insert(table, value);
    return target.transaction.insert(target.component, table, fields);
  };
  db.patch = async (...args) => {
    const [table, id, value] = args[2] === undefined ? [undefined, args[0], args[1]] : args;
    const [target, fields] = [writeTarget(table), changesOf(value)];
    if (target === null || fields === null || typeof id !== "string") return await patch(...args);
    target.transaction.patch(target.component, id, fields, target.table);
  };
  db.replace = async (...args) => {
    const [table, id, value] = args[2] === undefined ? [undefined, args[0], args[1]] : args;
    const [target, fields] = [writeTarget(table), fieldsOf(value)];
    if (target === null || fields === null || typeof id !== "string") return await replace(...args);
    target.transaction.replace(target.component, id, fields, target.table);
  };
  db.delete = async (...args) => {
    const [table, id] = args[1] === undefined ? [undefined, args[0]] : args;
    const target = writeTarget(table);
    if (target === null || typeof id !== "string") return await remove(...args);
    target.transaction.remove(target.component, id, target.table);
  };
}

/** Returns the transaction to write in. Null: the library's path has to report an error or wait for a nested call. */
function writeTarget(
  table: unknown,
): { transaction: Transaction; component: string; table: string | undefined } | null {
  const frame = currentFrame();
  const isTable = table === undefined || (typeof table === "string" && !table.startsWith("_"));
  if (!isTable || frame.kind !== "mutation" || frame.busy !== null) return null;
  return { transaction: inTransaction(frame), component: frame.component, table };
}

const PLAIN_NAME = /^[A-Za-z]\w{0,63}$/;

/** Returns a document's own fields as Convex JSON, or null for a value that is not a document. */
function fieldsOf(value: unknown): JsonObject | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  try {
    const json = convexToJson(value as Value) as JsonObject;
    return kindOf(json) === "object" ? json : null;
  } catch {
    return null;
  }
}

/** Like `fieldsOf`, but undefined marks a field to delete. */
function changesOf(value: unknown): JsonObject | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  for (const [name, member] of Object.entries(value as object)) {
    if (member !== undefined) continue;
    if (!PLAIN_NAME.test(name)) return null;
    fields[name] = { $undefined: null };
  }
  return fields;
}
