import { show } from "./shownValues";
import type { Json } from "./values";

/** One condition of an index range, as the Convex library serialises it. */
export interface RangeJson {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: Json;
}

const COMPARATORS = { Eq: "==", Gt: ">", Gte: ">=", Lt: "<", Lte: "<=" };
const SEE = "See https://docs.convex.dev/using/indexes for more info.";
const MORE = "For more information see https://docs.convex.dev/using/indexes.";

/** Returns why an index cannot serve a range, in Convex's words. */
export function rangeError(range: RangeJson[], fields: readonly string[], indexName: string): Error {
  return new Error(twice(range) ?? ofSeveralFields(range, indexName) ?? ofOtherFields(range, fields, indexName));
}

/** A field with two equalities, two bounds on one side, or an equality and a bound. */
function twice(range: RangeJson[]): string | null {
  for (const [at, one] of range.entries()) {
    const isSame = (earlier: RangeJson) =>
      sideOf(earlier) === sideOf(one) && (one.type !== "Eq" || earlier.fieldPath === one.fieldPath);
    const earlier = range.slice(0, at).find(isSame);
    if (earlier !== undefined)
      return already(sideOf(one), { ...one, value: (one.type === "Eq" ? earlier : one).value });
  }
  const bound = range.find(({ type }) => type !== "Eq");
  const equality = range.find(({ type, fieldPath }) => type === "Eq" && fieldPath === bound?.fieldPath);
  return equality === undefined ? null : already("inequality", equality);
}

function sideOf({ type }: RangeJson): "equality" | "lower" | "upper" {
  if (type === "Eq") return "equality";
  return type === "Gt" || type === "Gte" ? "lower" : "upper";
}

function already(kind: string, { fieldPath, type, value }: RangeJson): string {
  const isUndefined = value !== null && typeof value === "object" && Object.hasOwn(value, "$undefined");
  const shown = show(isUndefined ? undefined : value);
  return `Already defined ${kind} bound in index range. Can't add "${fieldPath}" ${COMPARATORS[type]} ${shown}.`;
}

function ofSeveralFields(range: RangeJson[], indexName: string): string | null {
  const [first, ...rest] = range.filter(({ type }) => type !== "Eq").map(({ fieldPath }) => fieldPath);
  const second = rest.find((field) => field !== first);
  if (second === undefined) return null;
  return `Upper and lower bounds in \`range\` can only be applied to a single index field. This query against index ${indexName} attempted to set a range bound on both "${first}" and "${second}". Consider using \`filter\` instead. ${SEE}`;
}

function ofOtherFields(range: RangeJson[], fields: readonly string[], indexName: string): string {
  const indexed = list(fields.filter((field) => field !== "_id"));
  const unknown = range.find(({ fieldPath }) => !fields.includes(fieldPath));
  if (unknown !== undefined) {
    return `The index range included a comparison with "${unknown.fieldPath}", but ${indexName} with fields ${indexed} doesn't index this field. ${MORE}`;
  }
  const isEquality = (field: string) => range.some(({ type, fieldPath }) => type === "Eq" && fieldPath === field);
  const bounded = range.find(({ type }) => type !== "Eq")?.fieldPath;
  const asked = [...fields.filter(isEquality), ...(bounded === undefined ? [] : [bounded])];
  const wrong = asked.find((field, at) => field !== fields[at])!;
  return `Tried to query index ${indexName} but the query didn't use the index fields in order.\nIndex fields: ${indexed}\nQuery fields: ${list(asked)}\nFirst incorrect field: "${wrong}"\n${MORE}`;
}

function list(names: readonly string[]): string {
  return `[${names.map((name) => `"${name}"`).join(", ")}]`;
}
