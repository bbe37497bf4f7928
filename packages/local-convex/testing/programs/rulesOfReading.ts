import type { Value } from "convex/values";
import type { Expression } from "./language";
import { bytes, filtered, valuesOfA, ranged, type Rule } from "./rule";

const QUERY = "crates/common/src/query.rs";
const SORTING = "crates/value/src/sorting.rs";
const literal = (value: Value): Expression => ({ literal: { value } });
const calculated = (op: "add" | "div" | "neg", ...operands: Value[]) =>
  filtered({ op: "eq", of: [{ op, of: operands.map(literal) }, literal(0)] });

/** The order of values, and filters. */
export const rulesOfReading: Rule[] = [
  {
    rule: "Values are ordered by kind, then by value, and a missing field comes first.",
    source: SORTING,
    documents: [
      { a: {} },
      { a: [] },
      { a: bytes() },
      { a: "" },
      { a: false },
      { a: -Infinity },
      { a: 2n },
      { a: null },
      {},
    ],
    calls: ranged("by_a"),
    expected: { ids: ["#8", "#7", "#6", "#5", "#4", "#3", "#2", "#1", "#0"] },
  },
  {
    rule: "Numbers are in IEEE's total order: -0 before 0, NaN after all.",
    source: SORTING,
    documents: valuesOfA(NaN, Infinity, 0, -0, -5e-324, -Infinity),
    calls: ranged("by_a"),
    expected: { ids: ["#5", "#4", "#3", "#2", "#1", "#0"] },
  },
  {
    rule: "Integers are ordered over all 64 bits, whatever their stored length.",
    source: SORTING,
    documents: valuesOfA(2n ** 63n - 1n, 2n ** 31n, 128n, 127n, 0n, -1n, -129n, -(2n ** 63n)),
    calls: ranged("by_a"),
    expected: { ids: ["#7", "#6", "#5", "#4", "#3", "#2", "#1", "#0"] },
  },
  {
    rule: "Texts are ordered by their UTF-8 bytes, not as in JavaScript.",
    source: SORTING,
    documents: valuesOfA("\u{1f600}", "\uffff", "é", "a\0b", "a\0", "a", ""),
    calls: ranged("by_a"),
    expected: { ids: ["#6", "#5", "#4", "#3", "#2", "#1", "#0"] },
  },
  {
    rule: "A filter compares values of different kinds as an index does.",
    source: QUERY,
    documents: valuesOfA(null, 1n, 1, 2, false, "a", [], {}),
    calls: filtered({ op: "gt", of: [{ field: "a" }, literal(1)] }),
    expected: { ids: ["#3", "#4", "#5", "#6", "#7"] },
    differs: true,
  },
  {
    rule: "A filter compares texts as an index does.",
    source: QUERY,
    documents: valuesOfA("\u{1f600}", "\uffff"),
    calls: filtered({ op: "gt", of: [{ field: "a" }, literal("\uffff")] }),
    expected: { ids: ["#0"] },
    differs: true,
  },
  {
    rule: "A filter that is not a Boolean is an error.",
    source: "crates/common/src/types/maybe_value.rs",
    documents: valuesOfA(1),
    calls: filtered({ field: "a" }),
    expected: { message: "Cannot use value 1.0 (type Float64) as a Boolean" },
    differs: true,
  },
  {
    rule: "An operand of and, or and not must be a Boolean.",
    source: "crates/common/src/types/maybe_value.rs",
    documents: valuesOfA(true),
    calls: filtered({ op: "and", of: [{ field: "a" }, { op: "not", of: [{ field: "none" }] }] }),
    expected: { message: "Cannot use value undefined (type undefined) as a Boolean" },
    differs: true,
  },
  {
    rule: "The first operand that decides an and or an or ends it, and the rest is not evaluated.",
    source: QUERY,
    documents: valuesOfA(true),
    calls: filtered({ op: "or", of: [{ field: "a" }, { field: "none" }] }),
    expected: { ids: ["#0"] },
  },
  {
    rule: "Numbers of different kinds cannot be added.",
    source: QUERY,
    documents: valuesOfA(1),
    calls: calculated("add", 1, 2n),
    expected: { message: "Cannot add 1.0 (type Float64) and 2 (type Int64)" },
    differs: true,
  },
  {
    rule: "Integers do not wrap around.",
    source: QUERY,
    documents: valuesOfA(1),
    calls: calculated("add", 2n ** 63n - 1n, 1n),
    expected: { message: "Cannot add 9223372036854775807 and 1: the result is out of range for Int64" },
    differs: true,
  },
  {
    rule: "An integer cannot be divided by zero.",
    source: QUERY,
    documents: valuesOfA(1),
    calls: calculated("div", 1n, 0n),
    expected: { message: "Cannot divide 1 by zero" },
    differs: true,
  },
  {
    rule: "The lowest integer cannot be negated.",
    source: QUERY,
    documents: valuesOfA(1),
    calls: calculated("neg", -(2n ** 63n)),
    expected: { message: "Cannot negate -9223372036854775808: the result is out of range for Int64" },
    differs: true,
  },
];
