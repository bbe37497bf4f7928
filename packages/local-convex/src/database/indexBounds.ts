import { keyAfterPrefix, keyOf } from "./keys";
import { show } from "./valueFormats";
import { defined, type Json } from "./values";

/** A condition of an index range, as the Convex library serialises it. */
export interface RangeJson {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: Json;
}

/** A range's key bounds. Conditions on `_id` are separate, because keys do not include it. */
export interface Bounds {
  /** The start of the key: the fields with an equality. */
  prefix: Buffer;
  /** How many fields `prefix` holds. */
  fields: number;
  low: Buffer;
  /** Exclusive. Null: no bound. */
  high: Buffer | null;
  idConditions: RangeJson[];
}

const ID = "_id";
const NONE: RangeJson[] = [];

/**
 * Checks a range against an index's fields and returns its bounds. Equalities come first, on the index's first fields. Then at most one
 * lower and one upper bound follow, on the next field. As in Convex, an index's fields end with `_creationTime` and `_id`.
 */
export function boundsOf(range: RangeJson[], fields: readonly string[], indexName: string): Bounds {
  const equal: RangeJson[] = [];
  for (const field of fields) {
    const equality = range.find((condition) => condition.type === "Eq" && condition.fieldPath === field);
    if (equality === undefined) break;
    equal.push(equality);
  }
  const rest = equal.length === range.length ? NONE : range.filter((condition) => !equal.includes(condition));
  if (rest.length > 0 && !areBounds(rest, fields[equal.length])) throw rangeError(range, fields, indexName);
  const idConditions = fields[0] === ID && equal.length === 0 ? NONE : takeIdConditions(equal, rest);
  const prefix = keyOf(equal.map((condition) => defined(condition.value)));
  const bounds: Bounds = { prefix, fields: equal.length, low: prefix, high: keyAfterPrefix(prefix), idConditions };
  if (idConditions === NONE) narrow(bounds, rest);
  return bounds;
}

/** Separates the conditions on `_id`: after a creation time, or the last equality of an index of ids. */
function takeIdConditions(equal: RangeJson[], rest: RangeJson[]): RangeJson[] {
  if (rest[0]?.fieldPath === ID) return rest;
  return equal.at(-1)?.fieldPath === ID ? equal.splice(-1) : NONE;
}

/** True if an id satisfies all conditions. */
export function isWithin(id: Json, bounds: RangeJson[]): boolean {
  const key = keyOf([id]);
  return bounds.every(({ type, value }) => {
    const order = Buffer.compare(key, keyOf([defined(value)]));
    if (type === "Eq") return order === 0;
    if (type === "Gt") return order > 0;
    if (type === "Gte") return order >= 0;
    return type === "Lt" ? order < 0 : order <= 0;
  });
}

function narrow(bounds: Bounds, rest: RangeJson[]): void {
  for (const { type, value } of rest) {
    const edge = Buffer.concat([bounds.prefix, keyOf([defined(value)])]);
    if (type === "Gt") bounds.low = keyAfterPrefix(edge)!;
    else if (type === "Gte") bounds.low = edge;
    else bounds.high = type === "Lt" ? edge : keyAfterPrefix(edge);
  }
}

/** True for at most one lower and one upper bound, all on that field. */
function areBounds(rest: RangeJson[], field: string | undefined): boolean {
  const lower = rest.filter(({ type }) => type === "Gt" || type === "Gte").length;
  const areOnField = rest.every(({ type, fieldPath }) => type !== "Eq" && fieldPath === field);
  return areOnField && lower <= 1 && rest.length - lower <= 1;
}

const COMPARATORS = { Eq: "==", Gt: ">", Gte: ">=", Lt: "<", Lte: "<=" };
const SEE_DOCS = "See https://docs.convex.dev/using/indexes for more info.";
const MORE_IN_DOCS = "For more information see https://docs.convex.dev/using/indexes.";

/** Returns the error for a range that an index cannot serve, in Convex's words. */
function rangeError(range: RangeJson[], fields: readonly string[], indexName: string): Error {
  return new Error(
    duplicateMessage(range) ?? severalFieldsMessage(range, indexName) ?? otherFieldsMessage(range, fields, indexName),
  );
}

/** Returns the message for two equalities on a field, two bounds on one side, or an equality and a bound. Null if none. */
function duplicateMessage(range: RangeJson[]): string | null {
  for (const [at, condition] of range.entries()) {
    const isSame = (earlier: RangeJson) =>
      sideOf(earlier) === sideOf(condition) && (condition.type !== "Eq" || earlier.fieldPath === condition.fieldPath);
    const earlier = range.slice(0, at).find(isSame);
    if (earlier !== undefined)
      return alreadyDefinedMessage(sideOf(condition), {
        ...condition,
        value: (condition.type === "Eq" ? earlier : condition).value,
      });
  }
  const bound = range.find(({ type }) => type !== "Eq");
  const equality = range.find(({ type, fieldPath }) => type === "Eq" && fieldPath === bound?.fieldPath);
  return equality === undefined ? null : alreadyDefinedMessage("inequality", equality);
}

function sideOf({ type }: RangeJson): "equality" | "lower" | "upper" {
  if (type === "Eq") return "equality";
  return type === "Gt" || type === "Gte" ? "lower" : "upper";
}

function alreadyDefinedMessage(kind: string, { fieldPath, type, value }: RangeJson): string {
  const shown = show(defined(value));
  return `Already defined ${kind} bound in index range. Can't add "${fieldPath}" ${COMPARATORS[type]} ${shown}.`;
}

function severalFieldsMessage(range: RangeJson[], indexName: string): string | null {
  const [first, ...rest] = range.filter(({ type }) => type !== "Eq").map(({ fieldPath }) => fieldPath);
  const second = rest.find((field) => field !== first);
  if (second === undefined) return null;
  return `Upper and lower bounds in \`range\` can only be applied to a single index field. This query against index ${indexName} attempted to set a range bound on both "${first}" and "${second}". Consider using \`filter\` instead. ${SEE_DOCS}`;
}

function otherFieldsMessage(range: RangeJson[], fields: readonly string[], indexName: string): string {
  const indexed = list(fields.filter((field) => field !== "_id"));
  const unknown = range.find(({ fieldPath }) => !fields.includes(fieldPath));
  if (unknown !== undefined) {
    return `The index range included a comparison with "${unknown.fieldPath}", but ${indexName} with fields ${indexed} doesn't index this field. ${MORE_IN_DOCS}`;
  }
  const isEquality = (field: string) => range.some(({ type, fieldPath }) => type === "Eq" && fieldPath === field);
  const bounded = range.find(({ type }) => type !== "Eq")?.fieldPath;
  const queried = [...fields.filter(isEquality), ...(bounded === undefined ? [] : [bounded])];
  const firstWrong = queried.find((field, at) => field !== fields[at])!;
  return `Tried to query index ${indexName} but the query didn't use the index fields in order.\nIndex fields: ${indexed}\nQuery fields: ${list(queried)}\nFirst incorrect field: "${firstWrong}"\n${MORE_IN_DOCS}`;
}

function list(names: readonly string[]): string {
  return `[${names.map((name) => `"${name}"`).join(", ")}]`;
}
