import { expect, test } from "vitest";
import { isListOf, isNumber, isObject, isOneOf, isShaped, isText, readStored, usableFields } from "./stored";

test.each([
  ['{"text":"Hello","count":2}', { text: "Hello", count: 2 }],
  ['{"text":5,"count":2}', { count: 2 }],
  ['{"text":"Hello","count":null,"other":1}', { text: "Hello" }],
  ['["Hello"]', {}],
  ["null", {}],
  ["{", {}],
  [null, {}],
])("of %s only the fields that pass their checks are read", (stored, expected) => {
  const value = readStored(() => ({ getItem: () => stored }), "any");
  expect(usableFields<{ text: string; count: number }>(value, { text: isText, count: isNumber })).toEqual(expected);
});

test("a forbidden storage is read as empty", () => {
  const forbidden = () => {
    throw new Error("Forbidden");
  };
  expect(readStored(forbidden, "any")).toBeNull();
});

test("lists and objects are checked to their last entry and field", () => {
  const isLetter = isShaped<{ text: string }>({ text: isText });
  expect([{ text: "a" }, { text: 5 }, {}, null, []].map(isLetter)).toEqual([true, false, false, false, false]);
  expect([[], [{ text: "a" }], [{ text: "a" }, null], {}].map(isListOf(isLetter))).toEqual([true, true, false, false]);
  expect([1, Number.NaN, "1"].map(isNumber)).toEqual([true, false, false]);
  expect(["a", "toString", 5].map(isOneOf(["a", "b"]))).toEqual([true, false, false]);
  expect([{}, [], null, "text"].map(isObject)).toEqual([true, false, false, false]);
});
