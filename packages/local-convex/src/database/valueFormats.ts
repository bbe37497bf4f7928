import { floatOf, integerOf, integerToJson, kindOf, type Json, type JsonObject } from "./values";

const SHOWN_LENGTH = 16_384;

/** Returns a value as Convex prints it in errors: floats with a point, integers without. Undefined: a missing field. */
export function show(value: Json | undefined): string {
  const text = value === undefined ? "undefined" : showUntruncated(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}[...truncated]` : text;
}

/** Returns the name of a value's kind in Convex's errors. */
export function kindName(value: Json | undefined): string {
  if (value === undefined) return "undefined";
  const kind = kindOf(value);
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

function showUntruncated(value: Json): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(showUntruncated).join(", ")}]`;
  const kind = kindOf(value);
  if (kind === "float64") return showFloat(floatOf(value as number | JsonObject));
  if (kind === "int64") return String(integerOf(value as JsonObject));
  if (kind === "bytes") return `b"${String((value as JsonObject)["$bytes"])}"`;
  const fields = Object.entries(value).map(([name, member]) => `${name}: ${showUntruncated(member)}`);
  return `{${fields.join(", ")}}`;
}

function showFloat(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "inf" : "-inf";
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? `${value}.0` : String(value);
}

/** Returns a value as readable JSON, Convex's format `json`: integers, bytes and floats that JSON lacks become strings. */
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

/**
 * For documents in exports of the real service, a format called uniform: integers have no point, floats have one. JSON.parse does not
 * distinguish them, so this changes the text itself, outside quotes.
 */
const TOKENS = /\{"\$integer":"([A-Za-z0-9+/=]+)"\}|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const INTEGER = /^-?\d+$/;
const INTEGERS = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Converts a stored document's text to the text of an export. */
export function toUniform(text: string): string {
  return text.replace(TOKENS, (token: string, integer: string | undefined) => {
    if (integer !== undefined) return String(integerOf({ $integer: integer }));
    return INTEGER.test(token) ? `${token}.0` : token;
  });
}

/** Converts the text of an export to a stored document's text, with integers as `{"$integer": …}`. */
export function fromUniform(text: string): string {
  return text.replace(TOKENS, (token: string, integer: string | undefined) => {
    if (integer !== undefined || !INTEGER.test(token) || token === "-0") return token;
    const value = BigInt(token);
    const isInteger = value >= INTEGERS.min && value <= INTEGERS.max;
    return isInteger ? JSON.stringify(integerToJson(value)) : token;
  });
}
