import type { IsIdOf, ValidatorJson } from "../database/validators";
import type { Json } from "../database/values";

/** Returns the Convex JSON text of a valid value. Null if it is invalid or needs the library's path. */
export type Writer = (value: unknown, isIdOf: IsIdOf) => string | null;

/**
 * Returns a writer that serializes and checks a result in one pass. The library copies the value, serializes the copy, parses the text and
 * checks that. Returns null for validators that allow values that JSON lacks.
 */
export function writerOf(validator: ValidatorJson): Writer | null {
  switch (validator.type) {
    case "null":
      return (value) => (value === null ? "null" : null);
    case "boolean":
      return (value) => (value === true ? "true" : value === false ? "false" : null);
    case "number":
      return (value) => (Number.isFinite(value) && !Object.is(value, -0) ? String(value) : null);
    case "string":
      return (value) => (typeof value === "string" ? quoted(value) : null);
    case "id": {
      const { tableName } = validator;
      return (value, isIdOf) => (typeof value === "string" && isIdOf(value, tableName) ? `"${value}"` : null);
    }
    case "literal":
      return literalWriter(validator.value);
    case "array":
      return arrayWriter(validator.value);
    case "union":
      return unionWriter(validator.value);
    case "object":
      return objectWriter(validator.value);
    default:
      return null;
  }
}

// Characters that JSON escapes: quotes, backslashes, control characters, and surrogates, which may be unpaired.
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$|^_id$|^_creationTime$/;

function quoted(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function literalWriter(literal: Json): Writer | null {
  if (typeof literal === "object") return null;
  const text = JSON.stringify(literal);
  return (value) => (value === literal && !Object.is(value, -0) ? text : null);
}

function arrayWriter(element: ValidatorJson): Writer | null {
  const writeItem = writerOf(element);
  if (writeItem === null) return null;
  return (value, isIdOf) => {
    if (!Array.isArray(value)) return null;
    let text = "[";
    for (let i = 0; i < value.length; i++) {
      const part = writeItem(value[i], isIdOf);
      if (part === null) return null;
      text += i === 0 ? part : `,${part}`;
    }
    return `${text}]`;
  };
}

/** A value that matches only a member without a writer takes the library's path. */
function unionWriter(members: ValidatorJson[]): Writer | null {
  const writers = members.map(writerOf).filter((writer) => writer !== null);
  return (value, isIdOf) => {
    for (const writer of writers) {
      const text = writer(value, isIdOf);
      if (text !== null) return text;
    }
    return null;
  };
}

/** Writes fields sorted by name, as Convex does. */
function objectWriter(fields: Extract<ValidatorJson, { type: "object" }>["value"]): Writer | null {
  const names = Object.keys(fields).sort();
  const fieldWriters = names.flatMap((name) => {
    const write = writerOf(fields[name]!.fieldType);
    const isUsable = PLAIN_NAME.test(name) && !(name in Object.prototype);
    return write !== null && isUsable ? [{ name, head: `"${name}":`, optional: fields[name]!.optional, write }] : [];
  });
  if (fieldWriters.length < names.length) return null;
  return (value, isIdOf) => {
    if (!isPlain(value)) return null;
    let text = "";
    let written = 0;
    for (const { name, head, optional, write } of fieldWriters) {
      const member = value[name];
      if (member === undefined && optional) continue;
      const part = write(member, isIdOf);
      if (part === null) return null;
      text += written++ === 0 ? head + part : `,${head}${part}`;
    }
    return written === fieldsIn(value) ? `{${text}}` : null;
  };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns the number of fields that are not undefined. */
function fieldsIn(value: Record<string, unknown>): number {
  let count = 0;
  for (const name in value) if (value[name] !== undefined) count++;
  return count;
}
