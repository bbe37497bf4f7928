import { show } from "./valueFormats";
import { kindOf, type Json, type JsonObject, type Kind } from "./values";

/** A validator as `convex/values` exports it. */
export type ValidatorJson =
  | { type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" | "commitTs" }
  | { type: "literal"; value: Json }
  | { type: "id"; tableName: string }
  | { type: "array"; value: ValidatorJson }
  | { type: "record"; keys: ValidatorJson; values: { fieldType: ValidatorJson; optional?: boolean } }
  | { type: "union"; value: ValidatorJson[] }
  | { type: "object"; value: Record<string, FieldJson> };

interface FieldJson {
  fieldType: ValidatorJson;
  optional: boolean;
}

/** True if a string is an id of that table, in the component of the checked value. */
export type IsIdOf = (id: string, tableName: string) => boolean;

/** Returns why a value does not match, in Convex's words, or null. */
export type Check = (value: Json, isIdOf: IsIdOf) => string | null;

/** Compiles a validator once for many checks. */
export function compile(validator: ValidatorJson): Check {
  const isValid = matcherOf(validator);
  // Checks without a message first, which is fast. Checks a refused value again for its message.
  return (value, isIdOf) => (isValid(value, isIdOf) ? null : explain(validator, value, "", isIdOf));
}

/**
 * Returns a message of `Check` without the values, for logs: an argument may be a password. A value's text could look like the message's
 * own lines, so this cuts from the first of them to the last. In a truncated message it cuts to the end. If code logged the message as a
 * string, its newlines are escapes.
 */
export function withoutValues(message: string): string {
  if (!message.includes("validator")) return message;
  return message
    .replace(/(^|\\n)( *)(Object|Value): (?:[^]*(?=(?:\n|\\n) *Validator: )|[^]*)/m, "$1$2$3: (not logged)")
    .replace(/Found ID "(?:[^]*"(?=, which does not)|[^]*)/, "Found ID (not logged)");
}

function describe(validator: ValidatorJson): string {
  switch (validator.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "literal":
      return `v.literal(${show(validator.value)})`;
    case "id":
      return `v.id("${validator.tableName}")`;
    case "array":
      return `v.array(${describe(validator.value)})`;
    case "record":
      return `v.record(${describe(validator.keys)}, ${describe(validator.values.fieldType)})`;
    case "union":
      return `v.union(${validator.value.map(describe).join(", ")})`;
    case "object":
      return `v.object({${Object.entries(validator.value).map(describeField).join(", ")}})`;
    default:
      return `v.${validator.type}()`;
  }
}

type Matcher = (value: Json, isIdOf: IsIdOf) => boolean;

const SIMPLE: Partial<Record<ValidatorJson["type"], Kind>> = {
  null: "null",
  number: "float64",
  bigint: "int64",
  commitTs: "int64",
  boolean: "boolean",
  string: "string",
  bytes: "bytes",
};

function matcherOf(validator: ValidatorJson): Matcher {
  switch (validator.type) {
    case "any":
      return () => true;
    case "literal":
      return literalMatcher(validator.value);
    case "id":
      return (value, isIdOf) => typeof value === "string" && isIdOf(value, validator.tableName);
    case "array": {
      const matchesItem = matcherOf(validator.value);
      return (value, isIdOf) => Array.isArray(value) && value.every((item) => matchesItem(item, isIdOf));
    }
    case "union": {
      const members = validator.value.map(matcherOf);
      return (value, isIdOf) => members.some((member) => member(value, isIdOf));
    }
    case "record":
      return recordMatcher(matcherOf(validator.keys), matcherOf(validator.values.fieldType));
    case "object":
      return objectMatcher(validator.value);
    default: {
      const kind = SIMPLE[validator.type];
      return (value) => kindOf(value) === kind;
    }
  }
}

function literalMatcher(literal: Json): Matcher {
  if (literal === null || typeof literal !== "object") return (value) => value === literal;
  const text = JSON.stringify(literal);
  return (value) => JSON.stringify(value) === text;
}

function recordMatcher(keys: Matcher, values: Matcher): Matcher {
  return (value, isIdOf) => {
    if (!isObject(value)) return false;
    return Object.keys(value).every((key) => keys(key, isIdOf) && values(value[key]!, isIdOf));
  };
}

function objectMatcher(fields: Record<string, FieldJson>): Matcher {
  const names = Object.keys(fields);
  const matchers = names.map((name) => matcherOf(fields[name]!.fieldType));
  const optional = names.map((name) => fields[name]!.optional);
  return (value, isIdOf) => {
    if (!isObject(value)) return false;
    let matched = 0;
    for (let i = 0; i < names.length; i++) {
      const member = Object.hasOwn(value, names[i]!) ? value[names[i]!] : undefined;
      if (member === undefined) {
        if (!optional[i]) return false;
      } else if (matchers[i]!(member, isIdOf)) matched++;
      else return false;
    }
    for (const _ in value) if (matched-- === 0) return false;
    return true;
  };
}

function explain(validator: ValidatorJson, value: Json, path: string, isIdOf: IsIdOf): string {
  if (validator.type === "object" && isObject(value)) return explainObject(validator, value, path, isIdOf);
  if (validator.type === "array" && Array.isArray(value)) {
    const at = value.findIndex((item) => !matcherOf(validator.value)(item, isIdOf));
    return explain(validator.value, value[at]!, `${path}[${at}]`, isIdOf);
  }
  if (validator.type === "record" && isObject(value)) {
    for (const key of Object.keys(value)) {
      const keyProblem = !matcherOf(validator.keys)(key, isIdOf) ? explain(validator.keys, key, path, isIdOf) : null;
      if (keyProblem !== null) return keyProblem;
      const values = validator.values.fieldType;
      if (!matcherOf(values)(value[key]!, isIdOf)) return explain(values, value[key]!, `${path}.${key}`, isIdOf);
    }
  }
  const subject =
    validator.type === "id" && typeof value === "string" ? `Found ID "${value}", which does not` : "Value does not";
  const mismatch = subject.startsWith("Found")
    ? ` match the table name in validator \`${describe(validator)}\`.`
    : " match validator.";
  return `${subject}${mismatch}\n${pathLine(path)}Value: ${show(value)}\nValidator: ${describe(validator)}`;
}

function explainObject(
  validator: Extract<ValidatorJson, { type: "object" }>,
  value: JsonObject,
  path: string,
  isIdOf: IsIdOf,
): string {
  const details = `\n\n${pathLine(path)}Object: ${show(value)}\nValidator: ${describe(validator)}`;
  for (const [name, field] of Object.entries(validator.value)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined && !field.optional) {
      return `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.${details}`;
    }
    if (member !== undefined && !matcherOf(field.fieldType)(member, isIdOf)) {
      return explain(field.fieldType, member, `${path}.${name}`, isIdOf);
    }
  }
  const extra = Object.keys(value).find((name) => !Object.hasOwn(validator.value, name));
  return `Object contains extra field \`${extra}\` that is not in the validator.${details}`;
}

function pathLine(path: string): string {
  return path === "" ? "" : `Path: ${path}\n`;
}

function describeField([name, field]: [string, FieldJson]): string {
  const type = describe(field.fieldType);
  return `${name}: ${field.optional ? `v.optional(${type})` : type}`;
}

function isObject(value: Json): value is JsonObject {
  return value !== null && typeof value === "object" && kindOf(value) === "object";
}
