import { convexToJson, v, type Validator, type Value } from "convex/values";
import { expect, test } from "vitest";
import { compile, type ValidatorJson } from "./validators";
import type { Json } from "./values";

test.each<[Value, Value]>([
  [5n, 6n],
  [5n, 5],
  [5, 5n],
  ["5", 5n],
  [true, "true"],
])("a literal %s matches itself, and not %s", (literal, other) => {
  const check = checkOf(v.literal(literal as bigint));
  expect(check(literal)).toBeNull();
  expect(check(other)).toContain("Validator: v.literal(");
});

/** Returns a check by a validator, in the form in which a push sends it. */
function checkOf(validator: Validator<Value>) {
  const { json } = validator as unknown as { json: ValidatorJson };
  return (value: Value) => compile(json)(convexToJson(value) as Json, () => true);
}
