import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseValue, printValue } from "./values";

test("a printed value parses back to the same value, on one line or indented", () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.constantFrom("12n", "NaN", '"Infinity"', "\\", "-3n\n"),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => new Uint8Array(bytes).buffer),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie("value")),
      fc.dictionary(fc.stringMatching(/^[a-z]\w*$/), tie("value")),
    ),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (original, indent) => {
      expect(parseValue(printValue(original, indent))).toEqual(original);
    }),
    { numRuns: 100 },
  );
});

test("integers, NaN and infinities print without JSON markers, and a string that looks like one stays a string", () => {
  expect(printValue({ a: 5n, b: NaN, c: -Infinity, d: ["x"] }, 0)).toBe(
    '{ "a": 5n, "b": NaN, "c": -Infinity, "d": ["x"] }',
  );
  expect(parseValue('{"text": "5n stays text", "count": 5n}')).toEqual({ text: "5n stays text", count: 5n });
});

test("an invalid value is refused with the reason", () => {
  expect(() => parseValue("{name: 1}")).toThrow(/^It cannot be read from here on: name: 1}\. Strings and field names/);
  expect(() => parseValue('{"name": [1, 2')).toThrow(/^It ends too early\. Strings and field names/);
  expect(() => parseValue("")).toThrow("It ends too early");
  expect(() => parseValue("99999999999999999999n")).toThrow("does not fit into a 64-bit signed integer");
});
