import type { Table } from "./table";
import type { Database } from "./database";
import { LIMITS } from "./limits";
import { show } from "./valueFormats";
import type { Check } from "./validators";
import { kindOf, sizeOf, type Json, type JsonObject } from "./values";

/** Shorter texts always fit: a value's size is at most five times the length of its text. */
const ALWAYS_FITS_LENGTH = LIMITS.documentSize / 5;

/** Throws if a document is too large or has a lone surrogate. The scheduler checks the arguments of scheduled functions. */
export function checkText(text: string, fields: JsonObject, table: Table): void {
  refuseLoneSurrogates(text);
  if (text.length < ALWAYS_FITS_LENGTH || table.name.startsWith("_")) return;
  const size = sizeOf(fields);
  if (size > LIMITS.documentSize) {
    throw new Error(
      `Value is too large in table "${table.name}" (${size} bytes > maximum size ${LIMITS.documentSize} bytes).`,
    );
  }
}

/** Returns why a schema's check refuses a document's own fields, or null. */
export function problemWith(table: Table, check: Check | null, fields: JsonObject, database: Database): string | null {
  return check === null ? null : check(fields, (id, name) => database.isIdOf(id, table.component, name));
}

export function refuseInvalidId(id: string, database: Database): void {
  if (database.locate(id) === null) throw invalidId(id, "db.get");
}

export function invalidId(id: unknown, method: string): Error {
  if (typeof id !== "string") return new Error(`Invalid arguments for \`${method}\`: the id is not a string`);
  const isLong = id.length >= 31 && id.length <= 37;
  return badArgument(
    method,
    `Unable to decode ID: ${isLong ? "ID wasn't valid base32" : `Invalid ID length ${id.length}`}`,
  );
}

/** Returns the error for a method's invalid id. */
export function badArgument(method: string, problem: string): Error {
  return new Error(`Invalid argument \`id\` for \`${method}\`: ${problem}`);
}

/** Throws if the schema does not allow a document's own fields. */
export function refuseSchemaMismatch(table: Table, fields: JsonObject, database: Database): void {
  const problem = problemWith(table, table.check, fields, database);
  if (problem === null) return;
  throw new Error(
    `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${problem}`,
  );
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

export function checkTableName(name: string): void {
  if (!NAME.test(name))
    throw new Error(`Table name "${name}" is not valid: letters, digits and underscores, at most 64.`);
}

/** Convex's names for the changes of a document, and the methods that make them. */
const METHODS = { Update: "db.patch", Replace: "db.replace", Delete: "db.delete" };
export type WriteOperation = keyof typeof METHODS;

export function methodOf(operation: WriteOperation): string {
  return METHODS[operation];
}

/** Returns a new value without its system fields. Throws if those differ from the document's. */
export function ownFieldsOf(value: JsonObject, id: string, creationTime: Json, table: Table): JsonObject {
  const { _id = id, _creationTime = creationTime, ...own } = value;
  if (_id !== id) throw new Error(`Provided document ID "${id}" doesn't match '_id' field ${show(_id)}`);
  if (_creationTime !== creationTime) {
    const times = [creationTime, _creationTime].map(show);
    throw new Error(`Provided creation time ${times[0]!} doesn't match '_creationTime' field ${times[1]!}`);
  }
  refuseUnusableFields(own, table.name.startsWith("_"));
  return own;
}

/** The number of system fields in every document. */
const SYSTEM_FIELDS = 2;

/** Throws for values that a user's document may not hold. System documents may be nested deeper. */
export function refuseUnusableFields(value: JsonObject, isSystem = false): void {
  const maxNesting = isSystem ? LIMITS.nesting : LIMITS.documentNesting;
  let fields = SYSTEM_FIELDS;
  for (const field in value) {
    fields++;
    if (field.charCodeAt(0) === 95) {
      throw new Error(`Field '${field}' starts with an underscore, which is only allowed for system fields like '_id'`);
    }
    const member = value[field]!;
    if (member === null || typeof member !== "object") continue;
    const nesting = refuseUnusable(member, 2, LIMITS.nesting);
    if (nesting > maxNesting) {
      throw new Error(`Document is too nested (nested ${nesting} levels deep > maximum nesting ${maxNesting})`);
    }
  }
  if (fields > LIMITS.fieldsPerDocument) throw tooManyFields(fields);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Throws for a lone surrogate. JSON text escapes nothing else as `\ud…`. */
function refuseLoneSurrogates(text: string): void {
  if (!text.includes("\\ud")) return;
  JSON.parse(text, (name, value: unknown) => {
    if (typeof value === "string" && LONE_SURROGATE.test(value)) {
      throw new Error(`Received invalid json: lone surrogate in the value of '${name}'`);
    }
    return value;
  });
}

function tooManyFields(fields: number): Error {
  return new Error(`Object has too many fields (${fields} > maximum number ${LIMITS.fieldsPerDocument})`);
}

/**
 * Throws for values that the library accepts but a database must not store. These are placeholders, arrays that are too long, objects with
 * too many fields, and values nested too deeply. Returns the depth.
 */
function refuseUnusable(value: Json, depth: number, maxNesting: number): number {
  if (value === null || typeof value !== "object") return depth - 1;
  if (depth > maxNesting) {
    throw new Error(`Value is too nested (nested ${depth} levels deep > maximum nesting ${maxNesting})`);
  }
  let nesting = depth;
  if (Array.isArray(value)) {
    if (value.length > LIMITS.arrayLength) {
      throw new Error(`Array length is too long (${value.length} > maximum length ${LIMITS.arrayLength})`);
    }
    for (const item of value) nesting = Math.max(nesting, refuseUnusable(item, depth + 1, maxNesting));
    return nesting;
  }
  if (Object.hasOwn(value, "$commitTs")) {
    throw new Error("Commit timestamps in documents are not supported by the local deployment.");
  }
  if (kindOf(value) !== "object") return depth - 1;
  let fields = 0;
  for (const field in value) {
    fields++;
    nesting = Math.max(nesting, refuseUnusable(value[field]!, depth + 1, maxNesting));
  }
  if (fields > LIMITS.fieldsPerDocument) throw tooManyFields(fields);
  return nesting;
}

export function refuseOtherTable(table: Table, expected: string | null | undefined, method: string): void {
  if (typeof expected !== "string" || table.name === expected) return;
  throw badArgument(method, `expected to be an Id<"${expected}">, got Id<"${table.name}"> instead.`);
}

/** Returns the error for a system document requested as a user's, or the reverse. */
export function wrongSystemAccess(isSystem: boolean): Error {
  return new Error(
    isSystem ? "User tables cannot be accessed with db.system." : "System tables can only be accessed with db.system.",
  );
}
