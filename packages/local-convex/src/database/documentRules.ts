import type { Table } from "./catalog";
import type { Database } from "./database";
import { LIMITS } from "./limits";
import type { Check } from "./validators";
import { kindOf, sizeOf, type Json, type JsonObject } from "./values";

/** Shorter texts cannot be larger documents than allowed: a value's size is at most five times its text. */
const SURELY_SMALL = LIMITS.documentSize / 5;

/** Refuses a document that is too large. What the arguments of a scheduled function may be, the scheduler says. */
export function checkSize(text: string, fields: JsonObject, table: Table): void {
  if (text.length < SURELY_SMALL || table.name.startsWith("_")) return;
  const size = sizeOf(fields);
  if (size > LIMITS.documentSize) {
    throw new Error(
      `Value is too large in table "${table.name}" (${size} bytes > maximum size ${LIMITS.documentSize} bytes).`,
    );
  }
}

/** What is wrong with a document's own fields, by a schema's check. */
export function problemWith(table: Table, check: Check | null, fields: JsonObject, database: Database): string | null {
  return check === null ? null : check(fields, (id, name) => database.isIdOf(id, table.component, name));
}

/** Refuses what is no id of any table. */
export function refuseNoId(id: string, database: Database): void {
  if (database.locate(id) !== null) return;
  throw new Error(
    "Invalid argument `id` for `db.get`: it is not an id. Ask `db.normalizeId` first whether a text is one.",
  );
}

/** Refuses a document's own fields that the schema does not allow. */
export function refuseMisfit(table: Table, fields: JsonObject, database: Database): void {
  const problem = problemWith(table, table.check, fields, database);
  if (problem === null) return;
  throw new Error(
    `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${problem}`,
  );
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** Whether a name may be a table's. */
export function checkTableName(name: string): void {
  if (!NAME.test(name))
    throw new Error(`Table name "${name}" is not valid: letters, digits and underscores, at most 64.`);
}

/** Refuses what people may not put into a document. */
export function refuseUnusableFields(value: JsonObject): void {
  for (const field in value) {
    if (field.charCodeAt(0) === 95) {
      throw new Error(`Field '${field}' starts with '_', which is only allowed for system fields like '_id'.`);
    }
    const member = value[field]!;
    if (member === null || typeof member !== "object") continue;
    refuseUnusable(member, 1);
  }
}

/** What the library lets through and a database must not keep: placeholders, endless arrays, bottomless nesting. */
function refuseUnusable(value: Json, depth: number): void {
  if (value === null || typeof value !== "object") return;
  if (depth > LIMITS.nesting) throw new Error(`Value is nested too deeply (maximum nesting ${LIMITS.nesting}).`);
  if (Array.isArray(value)) {
    if (value.length > LIMITS.arrayLength) {
      throw new Error(`Array length is too long (${value.length} > maximum length ${LIMITS.arrayLength}).`);
    }
    for (const item of value) refuseUnusable(item, depth + 1);
    return;
  }
  if (Object.hasOwn(value, "$commitTs")) {
    throw new Error("Commit timestamps in documents are not supported by the local deployment.");
  }
  if (kindOf(value) === "object") for (const field in value) refuseUnusable(value[field]!, depth + 1);
}

/** Whether a patch removes the field that it gives this for. */
export function isUndefined(value: Json): boolean {
  return value !== null && typeof value === "object" && Object.hasOwn(value, "$undefined");
}

/** The error for an id given as another table's. */
export function wrongTable(id: string, actual: string, expected: string): Error {
  return new Error(`The id "${id}" is of table "${actual}", not of "${expected}".`);
}
