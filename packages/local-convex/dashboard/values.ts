import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";

/** Matches strings first, so that it finds no number inside one. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+n\b|-?\bInfinity\b|\bNaN\b/g;

/**
 * Returns a value as JSON with `12n`, `NaN`, `Infinity`, and bytes as `{"$bytes": "base64"}`. `parseValue` reads it.
 * `indent` 0: one line.
 */
export function printValue(value: unknown, indent = 2, depth = 0): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof ArrayBuffer) return JSON.stringify(convexToJson(value));
  if (Array.isArray(value)) {
    return list(
      "[]",
      value.map((item) => printValue(item, indent, depth + 1)),
      indent,
      depth,
    );
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${printValue(member, indent, depth + 1)}`,
  );
  return list("{}", members, indent, depth);
}

/** Parses `printValue`'s format. Throws with a message for the user. */
export function parseValue(text: string): Value {
  const json = text.replace(TOKENS, (token) => {
    if (token.startsWith('"')) return token;
    return JSON.stringify(convexToJson(token.endsWith("n") ? BigInt(token.slice(0, -1)) : Number(token)));
  });
  return jsonToConvex(parseJson(json));
}

function parseJson(json: string): JSONValue {
  try {
    return JSON.parse(json) as JSONValue;
  } catch (error) {
    // Browsers have different messages. Some include the position.
    const at = /at position (\d+)/.exec((error as Error).message)?.[1];
    const rest = at === undefined ? "" : json.slice(Number(at)).trim();
    const place = rest === "" ? "It ends too early" : `It cannot be read from here on: ${rest.slice(0, MAX_SHOWN)}`;
    throw new SyntaxError(`${place}. Strings and field names need "quotes", and every bracket must be closed.`);
  }
}

/** Characters shown of unreadable text. */
const MAX_SHOWN = 20;

function list(brackets: "[]" | "{}", items: string[], indent: number, depth: number): string {
  const [open, close] = [brackets.charAt(0), brackets.charAt(1)];
  if (items.length === 0) return brackets;
  if (indent === 0) return open === "[" ? `[${items.join(", ")}]` : `{ ${items.join(", ")} }`;
  const margin = " ".repeat(indent * depth);
  return `${open}\n${items.map((item) => `${margin}${" ".repeat(indent)}${item}`).join(",\n")}\n${margin}${close}`;
}
