import fc from "fast-check";
import { expect, test } from "vitest";
import { compare } from "./expressions";
import { keyAfterPrefix, endOfValue, floatAt, keyOf } from "./keys";
import { floatOf, floatToJson, integerOf, integerToJson, kindOf, type Json, type JsonObject } from "./values";

const ORDER = ["undefined", "null", "int64", "float64", "boolean", "string", "bytes", "array", "object"];

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double().map(floatToJson),
  fc.constantFrom<Json>(0, { $float: "AAAAAAAAAIA=" }, 1, -1, 0.5, 1e300),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(integerToJson),
  fc.bigInt({ min: -300n, max: 300n }).map(integerToJson),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\0", "\x01", "\0\x01", "a\0b", "a\x01", "a\x02", "a", "aa", "ÿ", "𐀀", "\uffff"),
  fc.uint8Array().map((bytes): Json => ({ $bytes: Buffer.from(bytes).toString("base64") })),
);
const field = fc.stringMatching(/^[a-z_]{0,4}$/);
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(field, tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** Compares two values in the order of Convex's documentation. */
function model(a: Json | undefined, b: Json | undefined): number {
  const [kindA, kindB] = [a, b].map((one) => (one === undefined ? "undefined" : kindOf(one)));
  if (kindA !== kindB) return ORDER.indexOf(kindA!) - ORDER.indexOf(kindB!);
  if (kindA === "int64") return sign(integerOf(a as JsonObject), integerOf(b as JsonObject));
  if (kindA === "float64") return floats(floatOf(a as number), floatOf(b as number));
  if (kindA === "boolean") return Number(a) - Number(b);
  if (kindA === "string") return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
  if (kindA === "bytes") return Buffer.compare(bytesOf(a as JsonObject), bytesOf(b as JsonObject));
  if (kindA === "array") return lists(a as Json[], b as Json[]);
  if (kindA === "object") return lists(entries(a as JsonObject), entries(b as JsonObject));
  return 0;
}

const sign = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
const bytesOf = (one: JsonObject) => Buffer.from(String(one["$bytes"]), "base64");
const entries = (one: JsonObject): Json[] =>
  Object.keys(one)
    .sort()
    .flatMap((name) => [name, one[name]!]);

function floats(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  if (a === b) return Number(Object.is(b, -0)) - Number(Object.is(a, -0));
  return a < b ? -1 : 1;
}

function lists(a: Json[], b: Json[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = model(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

test("keys compare by bytes in the order of their values", () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(Math.sign(Buffer.compare(keyOf([a]), keyOf([b])))).toBe(Math.sign(model(a, b)));
      expect(Math.sign(compare(a, b))).toBe(Math.sign(model(a, b)));
    }),
    { numRuns: 3_000 },
  );
});

test("a missing field sorts before every value", () => {
  fc.assert(
    fc.property(value, (a) => {
      expect(Buffer.compare(keyOf([undefined]), keyOf([a]))).toBeLessThan(0);
    }),
  );
});

test("the end of each value can be found in a key", () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (list) => {
      const key = keyOf(list);
      const ends = list.map((_, at) => keyOf(list.slice(0, at + 1)).length);
      let end = 0;
      expect(list.map(() => (end = endOfValue(key, end)))).toEqual(ends);
    }),
    { numRuns: 2_000 },
  );
});

test("a key lies between a prefix and the prefix's end exactly if it starts with the prefix", () => {
  fc.assert(
    fc.property(value, value, value, (prefix, rest, other) => {
      const start = keyOf([prefix]);
      const end = keyAfterPrefix(start)!;
      const inside = keyOf([prefix, rest]);
      const outside = keyOf([other]);
      expect(Buffer.compare(inside, start)).toBeGreaterThan(0);
      expect(Buffer.compare(inside, end)).toBeLessThan(0);
      const isSame = model(prefix, other) === 0;
      expect(Buffer.compare(outside, start) >= 0 && Buffer.compare(outside, end) < 0).toBe(isSame);
    }),
    { numRuns: 2_000 },
  );
});

test("a number can be read back from its key", () => {
  fc.assert(
    fc.property(fc.double(), (number) => {
      expect(floatAt(keyOf([floatToJson(number)]), 0)).toBe(number);
    }),
  );
});
