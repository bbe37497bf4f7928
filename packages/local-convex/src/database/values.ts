/** A Convex value as JSON: `{"$integer": …}`, `{"$bytes": …}` and `{"$float": …}` stand for what JSON lacks. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [field: string]: Json;
}

/** The types of values, in Convex's sort order. */
export type Kind = "null" | "int64" | "float64" | "boolean" | "string" | "bytes" | "array" | "object";

export function kindOf(value: Json): Kind {
  if (value === null) return "null";
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "float64";
  if (typeof value === "boolean") return "boolean";
  if (Array.isArray(value)) return "array";
  return kindOfObject(value);
}

/** Returns the number of a `number` or `{"$float"}`. */
export function floatOf(value: number | JsonObject): number {
  if (typeof value === "number") return value;
  return Buffer.from(String(value["$float"]), "base64").readDoubleLE(0);
}

/** Returns the integer of `{"$integer"}`. */
export function integerOf(value: JsonObject): bigint {
  return Buffer.from(String(value["$integer"]), "base64").readBigInt64LE(0);
}

export function floatToJson(value: number): Json {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return { $float: bytes.toString("base64") };
}

export function integerToJson(value: bigint): JsonObject {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt.asIntN(64, value));
  return { $integer: bytes.toString("base64") };
}

/** Returns a value's size in bytes by Convex's rules, for the limits. */
export function sizeOf(value: Json): number {
  if (typeof value === "string") return 2 + Buffer.byteLength(value);
  if (value === null || typeof value === "boolean") return 1;
  if (typeof value === "number") return 9;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 2);
  const kind = kindOfObject(value);
  if (kind === "bytes") return 2 + Buffer.from(String(value["$bytes"]), "base64").length;
  if (kind !== "object") return 9;
  let size = 2;
  for (const field in value) size += Buffer.byteLength(field) + 1 + sizeOf(value[field]!);
  return size;
}

/** Returns the value at a dotted field path, or undefined if any part is missing. */
export function fieldOf(document: Json, path: string): Json | undefined {
  if (!path.includes(".")) return memberOf(document, path);
  let value: Json | undefined = document;
  for (const part of path.split(".")) {
    if (value === undefined) return undefined;
    value = memberOf(value, part);
  }
  return value;
}

/** True for `{"$undefined": …}`: a missing field, or one to delete. */
export function isUndefined(value: Json): boolean {
  return value !== null && typeof value === "object" && Object.hasOwn(value, "$undefined");
}

/** Returns a value of a filter or range. Undefined: a missing field. */
export function defined(value: Json): Json | undefined {
  return isUndefined(value) ? undefined : value;
}

/** Returns the object with its fields in Convex's order. */
export function sorted(value: JsonObject): JsonObject {
  const out: JsonObject = {};
  for (const field of Object.keys(value).sort()) out[field] = value[field]!;
  return out;
}

function kindOfObject(value: JsonObject): Kind {
  for (const field in value) {
    // A marker such as `$integer` is an object's only field, so the first field decides.
    if (field.charCodeAt(0) !== 36) return "object";
    if (field === "$integer" || field === "$commitTs") return "int64";
    if (field === "$bytes") return "bytes";
    return field === "$float" ? "float64" : "object";
  }
  return "object";
}

function memberOf(value: Json, field: string): Json | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, field) ? value[field] : undefined;
}
