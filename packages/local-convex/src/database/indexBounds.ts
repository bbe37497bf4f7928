import { rangeError, type RangeJson } from "./indexRangeErrors";
import { after, keyOf } from "./keys";
import type { Json } from "./values";

/** The bounds of a range's keys, and the conditions on `_id`, which is not part of the keys. */
export interface Bounds {
  /** The part of the key with an equality for each field. */
  prefix: Buffer;
  /** The number of these fields. */
  fields: number;
  low: Buffer;
  /** Exclusive; null is open. */
  high: Buffer | null;
  ofId: RangeJson[];
}

const ID = "_id";
const NONE: RangeJson[] = [];

/**
 * Checks a range against the fields of an index and gives its bounds: any number of equalities, which in the index's order are
 * its first fields, then at most one lower and one upper bound on the next field. As in Convex, the fields end with
 * `_creationTime` and `_id`.
 */
export function boundsOf(range: RangeJson[], fields: readonly string[], indexName: string): Bounds {
  const equal: RangeJson[] = [];
  for (const field of fields) {
    const found = range.find((one) => one.type === "Eq" && one.fieldPath === field);
    if (found === undefined) break;
    equal.push(found);
  }
  const rest = equal.length === range.length ? NONE : range.filter((one) => !equal.includes(one));
  if (rest.length > 0 && !areBounds(rest, fields[equal.length])) throw rangeError(range, fields, indexName);
  const ofId = fields[0] === ID && equal.length === 0 ? NONE : takeId(equal, rest);
  const prefix = keyOf(equal.map((one) => defined(one.value)));
  const bounds: Bounds = { prefix, fields: equal.length, low: prefix, high: after(prefix), ofId };
  if (ofId === NONE) narrow(bounds, rest);
  return bounds;
}

/** Takes out the condition on `_id`: after a creation time, or as the only equality of an index of ids. */
function takeId(equal: RangeJson[], rest: RangeJson[]): RangeJson[] {
  if (rest[0]?.fieldPath === ID) return rest;
  return equal.at(-1)?.fieldPath === ID ? equal.splice(-1) : NONE;
}

/** True if an id is within bounds of `_id`. */
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
    if (type === "Gt") bounds.low = after(edge)!;
    else if (type === "Gte") bounds.low = edge;
    else bounds.high = type === "Lt" ? edge : after(edge);
  }
}

/** True for at most one lower and one upper bound, on that field. */
function areBounds(rest: RangeJson[], field: string | undefined): boolean {
  const lower = rest.filter(({ type }) => type === "Gt" || type === "Gte").length;
  const areOf = rest.every(({ type, fieldPath }) => type !== "Eq" && fieldPath === field);
  return areOf && lower <= 1 && rest.length - lower <= 1;
}

function defined(value: Json): Json | undefined {
  const isUndefined = value !== null && typeof value === "object" && Object.hasOwn(value, "$undefined");
  return isUndefined ? undefined : value;
}
