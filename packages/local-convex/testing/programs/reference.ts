import type { Value } from "convex/values";
import { convexTest } from "convex-test";
import { functionsOn } from "./functions";
import { libraryReading, type Reader, type Reading } from "./interpreter";
import type { Expression, Outcome, Program, Query, Step } from "./language";
import { findResult, pageOf, refuseSizes } from "./model";
import schema, { indexesOf } from "./schema";

/** A rule of the real backend that convex-test does not follow, and the file of its published source that says so. */
export interface Difference {
  about: string;
  source: string;
  touches: (step: Step) => boolean;
  /** The real backend's error, where convex-test accepts the step. */
  error?: string;
}

/** Errors that the backend reports only after it has found the document. */
const LATE = ["invalid json", "system field", "too nested"];

const QUERY = "crates/common/src/query.rs";
const DOCUMENT = "crates/common/src/document.rs";
const SYSCALLS = "crates/isolate/src/environment/udf/async_syscall.rs";

/** Differences in reading. `model.ts` decides them. */
const READING: Difference[] = [
  {
    about: "Filters compare values of all types in index order, not as JavaScript does.",
    source: QUERY,
    touches: (step) => hasOperator(step, ["lt", "lte", "gt", "gte"]),
  },
  {
    about: "Filter arithmetic takes two numbers of the same type, stays within 64 bits, and can negate.",
    source: QUERY,
    touches: (step) => hasOperator(step, ["add", "sub", "mul", "div", "mod", "neg"]),
  },
  {
    about: "A filter and the operands of and, or and not must be Booleans. Anything else is an error.",
    source: "crates/common/src/types/maybe_value.rs",
    touches: (step) => "filters" in step && (step.filters ?? []).some((expression) => !isComparison(expression)),
  },
  {
    about: "The equalities of an index range may come in any order, before or after its bounds.",
    source: QUERY,
    touches: (step) => "range" in step && isUsable(step) && !isInOrder(step),
  },
  {
    about: "A full page is not the last one, even if nothing follows. A page that read much asks to be split.",
    source: "crates/database/src/query/index_range.rs",
    touches: (step) => step.do === "page",
  },
];

/** Steps that must be refused, in the order of the checks. */
const REFUSED: Difference[] = [
  {
    about: "Every operation refuses a malformed id.",
    source: SYSCALLS,
    touches: (step) => "id" in step && step.do !== "normalizeId" && !isId(step.id),
    error: "no id",
  },
  {
    about: "Only the system's own fields may begin with an underscore.",
    source: DOCUMENT,
    touches: (step) => "value" in step && Object.keys(step.value as object).some((name) => name.startsWith("_")),
    error: "system field",
  },
  {
    about: "A document is nested at most 16 levels deep.",
    source: DOCUMENT,
    touches: (step) => "value" in step && nesting(step.value) > 16,
    error: "too nested",
  },
  {
    about: "A string with a lone surrogate is refused.",
    source: "crates/isolate/src/execution_scope.rs",
    touches: (step) => "value" in step && !isWellFormed(step.value),
    error: "invalid json",
  },
];

const REMOVING: Difference = {
  about: "A patch that unsets system fields leaves them as they are.",
  source: DOCUMENT,
  touches: (step) => step.do === "patch" && (step.unset ?? []).some((name) => name.startsWith("_")),
};

export const differences: Difference[] = [...READING, ...REFUSED, REMOVING];

/** The functions that have read a page. Each may read only one. */
const paginated = new WeakSet<Reader>();

const corrected: Reading = {
  async find(db, step) {
    if (step.do !== "find" || !READING.some(({ touches }) => touches(step))) return await libraryReading.find(db, step);
    await refuseRange(db, step);
    return findResult(await allDocuments(db, step), step);
  },
  async page(db, step, { cursors }) {
    refuseSizes(step);
    const end = step.endSlot === undefined ? null : (cursors[step.endSlot] ?? null);
    await refuseRange(db, step);
    const page = pageOf(await allDocuments(db, step), step, cursors[step.slot] ?? null, end);
    if (paginated.has(db)) throw new Error("multiple paginated queries");
    paginated.add(db);
    return page;
  },
  async prepare(db, step) {
    if (step.do === "patch" && REMOVING.touches(step)) step.unset = step.unset!.filter((name) => !name.startsWith("_"));
    const violated = REFUSED.find(({ touches }) => touches(step));
    if (violated === undefined) return step;
    // The backend checks a document's content after it has found the document.
    const isLate = LATE.includes(violated.error!) && (step.do === "patch" || step.do === "replace");
    if (isLate && (await documentOf(db, step)) === null) return step;
    throw new Error(violated.error);
  },
};

/** Runs a program on convex-test, with the known differences to the real backend corrected unless `isUncorrected`. */
export async function playOnReference(program: Program, isUncorrected = false): Promise<Outcome[]> {
  const functions = functionsOn(isUncorrected ? libraryReading : corrected);
  const modules = {
    "./convex/_generated/api.js": () => Promise.resolve({}),
    "./convex/programs.ts": () => Promise.resolve(functions),
  };
  const { action } = convexTest({ schema, modules }) as unknown as { action: Play };
  return (await action("programs:play", { program })) as Outcome[];
}
type Play = (name: string, args: object) => Promise<unknown>;

async function allDocuments(db: Reader, { table }: Query) {
  return (await db.query(table).collect()) as Record<string, Value>[];
}

/** Returns null for a missing document. Throws convex-test's own error for an invalid id. */
async function documentOf(db: Reader, step: { id: string; table?: string }): Promise<unknown> {
  return await (step.table === undefined ? db.get(step.id as never) : db.get(step.table, step.id as never));
}

/** convex-test also refuses ranges that no index serves, but ignores their order. */
async function refuseRange(db: Reader, step: Query): Promise<void> {
  if (step.index !== undefined && !isUsable(step))
    await libraryReading.find(db, { ...step, filters: [], do: "find", end: "first" });
}

function hasOperator(step: Step, operators: string[]): boolean {
  const has = (expression: Expression): boolean =>
    "op" in expression && (operators.includes(expression.op) || expression.of.some(has));
  return "filters" in step && (step.filters ?? []).some(has);
}

function isComparison(expression: Expression): boolean {
  return "op" in expression && (expression.op === "eq" || expression.op === "neq");
}

/** True if an index serves a range: equalities on its first fields, then bounds on the next one. */
function isUsable({ table, index, range = [] }: Query): boolean {
  const fields = indexesOf(table)[index ?? ""];
  if (fields === undefined) return index === undefined;
  const equal = range.filter(({ op }) => op === "eq").map(({ field }) => field);
  const bounds = range.filter(({ op }) => op !== "eq");
  const sides = bounds.map(({ op }) => op.charAt(0));
  return (
    new Set(equal).size === equal.length &&
    new Set(sides).size === sides.length &&
    fields.slice(0, equal.length).every((field) => equal.includes(field)) &&
    bounds.every(({ field }) => field === fields[equal.length])
  );
}

function isInOrder({ table, index, range = [] }: Query): boolean {
  const equal = range.filter(({ op }) => op === "eq");
  const fields = indexesOf(table)[index ?? ""] ?? [];
  return range.every((bound, at) =>
    at < equal.length ? bound.op === "eq" && bound.field === fields[at] : bound.op !== "eq",
  );
}

function nesting(value: Value): number {
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((member) => nesting(member as Value)));
}

function isWellFormed(value: Value): boolean {
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return true;
  return Object.values(value).every((member) => isWellFormed(member as Value));
}

function isId(id: string): boolean {
  return /^\d{20,}[a-z]+$/.test(id);
}
