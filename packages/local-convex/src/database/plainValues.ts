import { floatOf, integerOf, kindOf, type Json, type JsonObject } from "./values";

/** A value as readable JSON, in Convex's format `json`: integers, bytes and numbers that JSON lacks become texts. */
export function plainValue(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(plainValue);
  const kind = kindOf(value);
  if (kind === "int64") return String(integerOf(value));
  if (kind === "bytes") return value["$bytes"]!;
  if (kind === "float64") return plainNumber(value);
  return Object.fromEntries(Object.entries(value).map(([field, member]) => [field, plainValue(member)]));
}

function plainNumber(value: JsonObject): Json {
  const number = floatOf(value);
  return Number.isFinite(number) ? number : String(number);
}
