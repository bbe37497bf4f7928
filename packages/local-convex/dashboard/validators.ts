import type { Value } from "convex/values";
import { parseValue } from "./values";

/** A validator as exported by functions and schemas. */
export type Validator =
  | { type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" }
  | { type: "literal"; value: unknown }
  | { type: "id"; tableName: string }
  | { type: "array"; value: Validator }
  | { type: "record"; keys: Validator; values: { fieldType: Validator } }
  | { type: "object"; value: Record<string, Field> }
  | { type: "union"; value: Validator[] };

export interface Field {
  fieldType: Validator;
  optional: boolean;
}

export function typeText(validator: Validator): string {
  switch (validator.type) {
    case "literal":
      return JSON.stringify(validator.value);
    case "id":
      return `Id<"${validator.tableName}">`;
    case "array":
      return validator.value.type === "union" ? `(${typeText(validator.value)})[]` : `${typeText(validator.value)}[]`;
    case "record":
      return `Record<${typeText(validator.keys)}, ${typeText(validator.values.fieldType)}>`;
    case "union":
      return validator.value.map(typeText).join(" | ") || "never";
    case "object":
      return `{ ${Object.entries(validator.value)
        .map(([name, { fieldType, optional }]) => `${name}${optional ? "?" : ""}: ${typeText(fieldType)}`)
        .join(", ")} }`;
    default:
      return validator.type;
  }
}

/** The kind of a field's input. */
export type Entry = { kind: "text" } | { kind: "choice"; options: string[] } | { kind: "value" };

/** Returns the kind of input: plain text, a choice of literals, or a value in `parseValue`'s format. */
export function entryOf(validator: Validator): Entry {
  if (validator.type === "string" || validator.type === "id") return { kind: "text" };
  if (validator.type === "boolean") return { kind: "choice", options: ["true", "false"] };
  if (validator.type === "union" && validator.value.every(({ type }) => type === "literal" || type === "null")) {
    return { kind: "choice", options: validator.value.map(typeText) };
  }
  return { kind: "value" };
}

/** Returns a field's entered value, or undefined for an omitted optional one. Throws with a message for the user. */
export function enteredValue(name: string, { fieldType, optional }: Field, text: string): Value | undefined {
  const { kind } = entryOf(fieldType);
  if (text === "" && optional) return undefined;
  if (kind === "text") return text;
  if (text.trim() === "") throw new Error(`${name} is required.`);
  try {
    return parseValue(text);
  } catch (error) {
    throw new Error(`${name} must be ${typeText(fieldType)}: ${(error as Error).message}`, { cause: error });
  }
}
