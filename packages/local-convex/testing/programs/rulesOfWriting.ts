import type { Value } from "convex/values";
import { insert, valuesOfA, type Rule } from "./rule";

const DOCUMENT = "crates/common/src/document.rs";
const VALUES = "crates/value/src/object.rs";
const ARRAYS = "crates/value/src/array.rs";
const HELPERS = "crates/isolate/src/environment/helpers/mod.rs";
const TRANSACTION = "crates/database/src/transaction.rs";
const nested = (levels: number): Value => Array.from({ length: levels }).reduce<Value>((inner) => [inner], 1);
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));

/** Valid documents, and the operations on them. */
export const rulesOfWriting: Rule[] = [
  {
    rule: "Fields that start with an underscore are reserved for the system.",
    source: DOCUMENT,
    calls: [[insert({ _b: 1 })]],
    expected: { message: "Field '_b' starts with an underscore, which is only allowed for system fields like '_id'" },
    differs: true,
  },
  {
    rule: "A document can be nested at most 16 levels deep.",
    source: DOCUMENT,
    calls: [[insert({ a: nested(16) })]],
    expected: { message: "Document is too nested (nested 17 levels deep > maximum nesting 16)" },
    differs: true,
  },
  {
    rule: "A document can be nested 16 levels deep.",
    source: DOCUMENT,
    calls: [[insert({ a: nested(15) })]],
    expected: { ok: "#0" },
  },
  {
    rule: "An object has at most 1,024 fields, and in a document two are the system's.",
    source: VALUES,
    calls: [[insert(fields(1_023))]],
    expected: { message: "Object has too many fields (1025 > maximum number 1024)" },
    differs: true,
  },
  {
    rule: "An array has at most 8,192 members.",
    source: ARRAYS,
    calls: [[insert({ a: Array.from({ length: 8_193 }, () => 0) })]],
    expected: { message: "Array length is too long (8193 > maximum length 8192)" },
    differs: true,
  },
  {
    rule: "A lone surrogate is not valid in a string.",
    source: "crates/isolate/src/execution_scope.rs",
    calls: [[insert({ a: ["\udc00"] })]],
    expected: { message: "Received invalid json: lone surrogate in the value of '0'" },
    differs: true,
  },
  {
    rule: "A patch cannot remove system fields.",
    source: DOCUMENT,
    documents: valuesOfA(1),
    calls: [
      [
        { do: "patch", id: "#0", value: { a: 2 }, unset: ["_id", "_creationTime"] },
        { do: "get", id: "#0" },
      ],
    ],
    expected: { ok: { _id: "#0", _creationTime: true, a: 2 } },
    differs: true,
  },
  {
    rule: "A document keeps its id.",
    source: DOCUMENT,
    documents: valuesOfA(1, 2),
    calls: [[{ do: "replace", id: "#0", value: { _id: "#1" } }]],
    expected: { message: `Provided document ID "#0" doesn't match '_id' field "#1"` },
    differs: true,
  },
  {
    rule: "The error for an invalid value shows it, with integers without a decimal point.",
    source: "crates/common/src/schemas/validator.rs",
    calls: [[{ do: "insert", table: "strict", value: { a: [1n, 1, NaN] } }]],
    expected: {
      message:
        'Failed to insert or update a document in table "strict" because it does not match the schema: Value does not match validator.\nPath: .a\nValue: [1, 1.0, NaN]\nValidator: v.union(v.float64(), v.string(), v.null())',
    },
    differs: true,
  },
  {
    rule: "A get with an invalid id is refused.",
    source: "crates/value/src/id_v6.rs",
    calls: [[{ do: "get", id: "no id" }]],
    expected: { message: "Invalid argument `id` for `db.get`: Unable to decode ID: Invalid ID length 5" },
    differs: true,
  },
  {
    rule: "An id of a different table than the named one is refused.",
    source: HELPERS,
    documents: valuesOfA(1),
    calls: [[{ do: "patch", id: "#0", table: "strict", value: {} }]],
    expected: {
      message: 'Invalid argument `id` for `db.patch`: expected to be an Id<"strict">, got Id<"free"> instead.',
    },
    differs: true,
  },
  {
    rule: "A deleted document cannot be patched.",
    source: TRANSACTION,
    documents: valuesOfA(1),
    calls: [[{ do: "delete", id: "#0" }], [{ do: "patch", id: "#0", value: {} }]],
    expected: { message: "Update on nonexistent document ID #0" },
    differs: true,
  },
];
