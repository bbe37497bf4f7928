import type { Value } from "convex/values";
import type { Bound } from "./language";
import { bytes, find, valuesOfA, page, ranged, type Rule } from "./rule";

const QUERY = "crates/common/src/query.rs";
const SYSCALLS = "crates/isolate/src/environment/udf/async_syscall.rs";
const RANGES = "crates/database/src/query/index_range.rs";
const eq = (field: string, value: Value): Bound => ({ op: "eq", field, value });
const PAGE = { isSplit: false, pageStatus: null };
const SEE = "For more information see https://docs.convex.dev/using/indexes.";

/** Ranges of an index, and pages. */
export const rulesOfRanges: Rule[] = [
  {
    rule: "Equalities of a range may come in any order.",
    source: QUERY,
    documents: [{ a: 1, b: 2 }],
    calls: ranged("by_a_b", eq("b", 2), eq("a", 1)),
    expected: { ids: ["#0"] },
    differs: true,
  },
  {
    rule: "A range has at most one equality for a field.",
    source: QUERY,
    calls: ranged("by_a", eq("a", 1), eq("a", 2)),
    expected: { message: `Already defined equality bound in index range. Can't add "a" == 1.0.` },
    differs: true,
  },
  {
    rule: "A range has at most one lower bound.",
    source: QUERY,
    calls: ranged("by_a", { op: "gt", field: "a", value: "x" }, { op: "gte", field: "a", value: 2n }),
    expected: { message: `Already defined lower bound in index range. Can't add "a" >= 2.` },
    differs: true,
  },
  {
    rule: "A range has no bounds on a field with an equality.",
    source: QUERY,
    calls: ranged("by_a", eq("a", bytes(1)), { op: "lt", field: "a" }),
    expected: { message: `Already defined inequality bound in index range. Can't add "a" == b"AQ==".` },
    differs: true,
  },
  {
    rule: "Both bounds of a range are on the same field.",
    source: QUERY,
    calls: ranged("by_a_b", { op: "gt", field: "a", value: 1 }, { op: "lt", field: "b", value: 1 }),
    expected: {
      message:
        'Upper and lower bounds in `range` can only be applied to a single index field. This query against index free.by_a_b attempted to set a range bound on both "a" and "b". Consider using `filter` instead. See https://docs.convex.dev/using/indexes for more info.',
    },
    differs: true,
  },
  {
    rule: "A range names only fields of its index.",
    source: QUERY,
    calls: ranged("by_a", eq("b", 1)),
    expected: {
      message: `The index range included a comparison with "b", but free.by_a with fields ["a", "_creationTime"] doesn't index this field. ${SEE}`,
    },
    differs: true,
  },
  {
    rule: "A range names the first fields of its index.",
    source: QUERY,
    calls: ranged("by_a_b", eq("b", 1)),
    expected: {
      message: `Tried to query index free.by_a_b but the query didn't use the index fields in order.\nIndex fields: ["a", "b", "_creationTime"]\nQuery fields: ["b"]\nFirst incorrect field: "b"\n${SEE}`,
    },
    differs: true,
  },
  {
    rule: "A missing table has no index.",
    source: "crates/database/src/bootstrap_model/index.rs",
    calls: [[find({ table: "none", index: "by_creation_time" })]],
    expected: { message: "Index none.by_creation_time not found." },
    differs: true,
  },
  {
    rule: "A full page is not the last.",
    source: RANGES,
    documents: valuesOfA(1, 2),
    calls: [[page(2)]],
    expected: { ok: { ...PAGE, isDone: false, page: ["#0", "#1"] } },
    differs: true,
  },
  {
    rule: "A page that is not full is the last, and the default order is ascending.",
    source: RANGES,
    documents: valuesOfA(1, 2),
    calls: [[page(2)], [page(2, { order: "asc" })]],
    expected: { ok: { ...PAGE, isDone: true, page: [] } },
  },
  {
    rule: "A page that stops at its read limit must be split, and has a middle if it has three documents.",
    source: RANGES,
    documents: valuesOfA(1, 2, 3, 4),
    calls: [[page(4, { maximumRowsRead: 3 })]],
    expected: { ok: { isDone: false, isSplit: true, pageStatus: "SplitRequired", page: ["#0", "#1", "#2"] } },
  },
  {
    rule: "A page's middle document has as many documents after it as before it, or one fewer.",
    source: RANGES,
    documents: valuesOfA(1, 2, 3, 4),
    calls: [[page(4)], [page(9, { slot: "q", endSlot: "p split" })]],
    expected: { ok: { isDone: false, isSplit: true, pageStatus: null, page: ["#0", "#1", "#2"] } },
    differs: true,
  },
  {
    rule: "A page with an end cursor ends there, even if it starts after it.",
    source: SYSCALLS,
    documents: valuesOfA(1, 2),
    calls: [[page(1)], [page(5, { slot: "q" })], [page(5, { slot: "q", endSlot: "p" })]],
    expected: { ok: { ...PAGE, isDone: false, page: [] } },
    differs: true,
  },
  {
    rule: "A page must request at least one document.",
    source: SYSCALLS,
    calls: [[page(0)]],
    expected: { message: "Must request at least 1 document while paginating" },
    differs: true,
  },
  {
    rule: "A page must be allowed to read something.",
    source: SYSCALLS,
    calls: [[page(1, { maximumRowsRead: 0 })]],
    expected: { message: "maximumRowsRead and maximumBytesRead must be greater than 0" },
    differs: true,
  },
  {
    rule: "A cursor of another query is refused, with data that makes clients start over.",
    source: "crates/database/src/query/mod.rs",
    documents: valuesOfA(1, 2),
    calls: [[page(1)], [page(1, { order: "desc" })]],
    expected: { data: { isConvexSystemError: true, paginationError: "InvalidCursor" } },
    differs: true,
  },
  {
    rule: "A function can read only one page.",
    source: SYSCALLS,
    documents: valuesOfA(1, 2),
    calls: [[page(1), page(1)]],
    expected: {
      message:
        "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    },
    differs: true,
  },
  {
    rule: "A called function can read a page of its own.",
    source: SYSCALLS,
    documents: valuesOfA(1, 2, 3),
    calls: [[{ do: "call", kind: "query", steps: [page(1)] }, page(1)]],
    expected: { ok: { ...PAGE, isDone: false, page: ["#1"] } },
  },
];
