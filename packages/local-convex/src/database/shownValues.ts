import { floatOf, integerOf, kindOf, type Json, type JsonObject } from "./values";

const SHOWN_LENGTH = 16_384;

/** A value as Convex prints it in errors: numbers with a point, integers without. Undefined is a missing field. */
export function show(value: Json | undefined): string {
  const text = value === undefined ? "undefined" : showWhole(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}[...truncated]` : text;
}

/** The kind of a value as Convex names it in errors. */
export function kindName(value: Json | undefined): string {
  if (value === undefined) return "undefined";
  const kind = kindOf(value);
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

function showWhole(value: Json): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(showWhole).join(", ")}]`;
  const kind = kindOf(value);
  if (kind === "float64") return showFloat(floatOf(value as number | JsonObject));
  if (kind === "int64") return String(integerOf(value as JsonObject));
  if (kind === "bytes") return `b"${String((value as JsonObject)["$bytes"])}"`;
  const fields = Object.entries(value).map(([name, member]) => `${name}: ${showWhole(member)}`);
  return `{${fields.join(", ")}}`;
}

function showFloat(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "inf" : "-inf";
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? `${value}.0` : String(value);
}
