import fc from "fast-check";
import { convexToJson, v, type GenericValidator, type Value } from "convex/values";
import { expect, test } from "vitest";
import { compile, type ValidatorJson } from "../database/validators";
import type { Json } from "../database/values";
import { writerOf } from "./resultText";

const isIdOf = (id: string, table: string) => id === `${table}-1`;
const jsonOf = (validator: GenericValidator) => (validator as unknown as { json: ValidatorJson }).json;

const CARD = v.object({
  name: v.string(),
  age: v.number(),
  id: v.id("people"),
  tier: v.union(v.literal("gold"), v.literal(7), v.null()),
  note: v.optional(v.string()),
  tags: v.array(v.string()),
});

const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("gold", "people-1", 'a"b\\', "\ud800", "🎵\n"));
const number = fc.oneof(fc.double(), fc.constantFrom(7, -0, Infinity));
const oddities = fc.constantFrom<unknown>(undefined, null, true, 7n, new ArrayBuffer(1), new Map(), new Date(0));
const leaf = fc.oneof(text, number, oddities, fc.array(text, { maxLength: 3 }));
const card = fc.record(
  { name: leaf, age: leaf, id: leaf, tier: leaf, note: leaf, tags: leaf, toString: leaf, extra: leaf },
  { requiredKeys: [] },
);
const right = fc.record(
  {
    name: text,
    age: number,
    id: fc.constant("people-1"),
    tier: fc.constantFrom("gold", 7, null),
    note: fc.option(text, { nil: undefined }),
    tags: fc.array(text),
  },
  { requiredKeys: ["name", "age", "id", "tier", "tags"] },
);
const tooMany = fc.tuple(right, leaf).map(([fields, extra]) => ({ ...fields, extra }));

test("a result written by the fast path equals the slow path's, and only valid results are written", () => {
  const write = writerOf(jsonOf(v.array(CARD)))!;
  const check = compile(jsonOf(v.array(CARD)));
  fc.assert(
    fc.property(fc.array(fc.oneof(card, right, tooMany), { maxLength: 3 }), (value) => {
      const written = write(value, isIdOf);
      if (written === null) return;
      const long = JSON.stringify(convexToJson(value as Value));
      expect(written).toBe(long);
      expect(check(JSON.parse(long) as Json, isIdOf)).toBe(null);
    }),
    { numRuns: 2_000 },
  );
});

test("the fast path writes every valid result, unless JSON lacks one of its values", () => {
  const write = writerOf(jsonOf(CARD))!;
  fc.assert(
    fc.property(right, (value) => {
      const isPlain = Number.isFinite(value.age) && !Object.is(value.age, -0);
      expect(write(value, isIdOf) !== null).toBe(isPlain);
    }),
  );
});

test("validators that accept values JSON lacks have no fast path", () => {
  const long = [v.any(), v.int64(), v.bytes(), v.record(v.string(), v.string()), v.object({ all: v.any() })];
  expect(long.map((validator) => writerOf(jsonOf(validator)))).toEqual(long.map(() => null));
});
