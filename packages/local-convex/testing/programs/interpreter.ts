import {
  type AnyDataModel,
  type FilterBuilder,
  type GenericDatabaseReader,
  type GenericDatabaseWriter,
  makeFunctionReference,
  type NamedTableInfo,
} from "convex/server";
import { ConvexError, convexToJson, type Value } from "convex/values";
import { kindOf } from "./errors";
import type {
  Bound,
  Call,
  Expression,
  Nested,
  Outcome,
  Page,
  Program,
  Query,
  Read,
  State,
  Step,
  Write,
} from "./language";

export type Reader = GenericDatabaseReader<AnyDataModel>;
type Writer = GenericDatabaseWriter<AnyDataModel>;

/** The context of a function that runs a program. */
export interface Context {
  db: Reader | Writer;
  runQuery: Run;
  runMutation?: Run;
}
type Run = (reference: never, args: never, options?: never) => Promise<unknown>;

/** An engine's way to read and to prepare steps. Ours uses the library. */
export interface Reading {
  find(db: Reader, step: Read & Query): Promise<Value>;
  page(db: Reader, step: Page, state: State): Promise<PageResult>;
  /** Prepares the step. Throws the error that the engine should have thrown. */
  prepare(db: Reader, step: Step): Promise<Step>;
}

interface PageResult {
  page: Value[];
  isDone: boolean;
  continueCursor: string;
  splitCursor?: string | null;
  pageStatus?: string | null;
}

export interface RunResult extends State {
  log: Outcome[];
}

/** Runs the calls of a program in turn. An error ends only its own call. */
export async function play(
  program: Program,
  run: (call: Call, state: State) => Promise<RunResult>,
): Promise<Outcome[]> {
  let state: State = { ids: [], times: [], cursors: {} };
  const log: Outcome[] = [];
  for (const call of program) {
    try {
      const { log: callLog, ...after } = await run(call, state);
      log.push({ ok: callLog as unknown as Value });
      state = after;
    } catch (error) {
      state = stateIn(error) ?? state;
      log.push(outcomeOf(error, state));
    }
  }
  return log;
}

export async function runSteps(ctx: Context, steps: Step[], before: State, reading: Reading): Promise<RunResult> {
  const ran: RunResult = { ids: [...before.ids], times: [...before.times], cursors: { ...before.cursors }, log: [] };
  for (const step of steps) {
    try {
      const prepared = await reading.prepare(ctx.db, filled(step, ran) as Step);
      ran.log.push({ ok: normalized(await act(ctx, prepared, ran, reading), ran) });
    } catch (error) {
      const state = stateIn(error);
      if (step.do === "call" && state !== null) Object.assign(ran, state);
      if (step.caught !== true) throw error;
      ran.log.push(outcomeOf(error, ran));
    }
  }
  return ran;
}

async function act(ctx: Context, step: Step, ran: RunResult, reading: Reading): Promise<Value> {
  switch (step.do) {
    case "insert":
    case "patch":
    case "replace":
    case "delete":
      return await write(ctx.db as Writer, step, ran);
    case "get":
      return await (step.table === undefined ? ctx.db.get(step.id as never) : ctx.db.get(step.table, step.id as never));
    case "normalizeId":
      return ctx.db.normalizeId(step.table, step.id);
    case "count":
      return await (ctx.db.query(step.table) as unknown as { count(): Promise<number> }).count();
    case "find":
      return await reading.find(ctx.db, step);
    case "page":
      return await page(ctx.db, step, ran, reading);
    case "call":
      return await nested(ctx, step, ran);
    case "fail":
      if (!step.data) throw new Error("on purpose");
      // As text: convex-test loses integers in data that passes two calls.
      throw new ConvexError({ ...ran, log: textOf(ran.log) });
  }
}

async function write(db: Writer, step: Write, ran: RunResult): Promise<Value> {
  if (step.do === "insert") {
    const id = await db.insert(step.table, step.value as Record<string, Value>);
    ran.ids.push(id);
    ran.times.push((await db.get(id))!["_creationTime"] as number);
    return `#${ran.ids.length - 1}`;
  }
  const address = (step.table === undefined ? [step.id] : [step.table, step.id]) as never[];
  if (step.do === "delete") await db.delete(...(address as unknown as [never]));
  else if (step.do === "replace") await db.replace(...([...address, step.value] as unknown as [never, never]));
  else {
    const value = {
      ...(step.value as object),
      ...Object.fromEntries((step.unset ?? []).map((name) => [name, undefined])),
    };
    await db.patch(...([...address, value] as unknown as [never, never]));
  }
  return null;
}

async function page(db: Reader, step: Page, ran: RunResult, reading: Reading): Promise<Value> {
  const { page: documents, isDone, continueCursor, splitCursor, pageStatus } = await reading.page(db, step, ran);
  ran.cursors[step.slot] = continueCursor;
  if (typeof splitCursor === "string") ran.cursors[`${step.slot} split`] = splitCursor;
  return { page: documents, isDone, isSplit: typeof splitCursor === "string", pageStatus: pageStatus ?? null };
}

async function nested(ctx: Context, { kind, stale, steps }: Nested, ran: RunResult): Promise<Value> {
  const reference = makeFunctionReference(kind === "mutation" ? "programs:mutate" : "programs:look");
  const args = { steps, state: { ids: ran.ids, times: ran.times, cursors: ran.cursors } };
  const run = kind === "mutation" ? ctx.runMutation! : ctx.runQuery;
  const options = stale === true ? [{ useStaleSnapshot: true }] : [];
  const { log, ...state } = (await run(reference as never, args as never, ...(options as never[]))) as RunResult;
  Object.assign(ran, state);
  return log as unknown as Value;
}

/** Reads with the library. */
export const libraryReading: Reading = {
  find(db, step) {
    const query = queryOf(db, step);
    if (step.do !== "find") throw new Error(step.do);
    return (step.end === "take" ? query.take(step.n ?? 0) : query[step.end]()) as Promise<Value>;
  },
  page: (db, step, { cursors }) => {
    const { numItems, maximumRowsRead } = step;
    const endCursor = step.endSlot === undefined ? undefined : cursors[step.endSlot];
    const options = { numItems, maximumRowsRead, endCursor, cursor: cursors[step.slot] ?? null };
    return queryOf(db, step).paginate(options as never) as Promise<PageResult>;
  },
  prepare: (_, step) => Promise.resolve(step),
};

function queryOf(db: Reader, { table, index, range, order, filters }: Query) {
  const all = db.query(table);
  const within = (q: never) =>
    (range ?? []).reduce((to: Ranged, { op, field, value }) => to[op](field, value), q as Ranged);
  const ordered = (
    index === undefined ? all.fullTableScan() : all.withIndex(index as never, within as never)
  ) as ReturnType<typeof all.fullTableScan>;
  const query = order === undefined ? ordered : ordered.order(order);
  return (filters ?? []).reduce(
    (to, filter) => to.filter((q) => expressionOf(q, filter) as never),
    query as typeof ordered,
  );
}
type Ranged = { [op in Bound["op"]]: (field: string, value: Value | undefined) => Ranged };

type Builder = FilterBuilder<NamedTableInfo<AnyDataModel, string>>;

function expressionOf(q: Builder, expression: Expression): unknown {
  if ("field" in expression) return q.field(expression.field);
  if ("literal" in expression) return expression.literal.value;
  const operands = expression.of.map((operand) => expressionOf(q, operand));
  return (q[expression.op] as (...operands: unknown[]) => unknown)(...operands);
}

/** Returns a step with its placeholders replaced by ids and creation times. */
function filled(value: unknown, state: State): unknown {
  if (typeof value !== "string") return mapped(value, (member) => filled(member, state));
  const [, kind, at] = /^([#@])(\d+)$/.exec(value) ?? [];
  if (kind === undefined) return value;
  return (kind === "#" ? state.ids : state.times)[Number(at)] ?? value;
}

/** Returns a result without differences between engines: ids are numbered, creation times masked. */
function normalized(value: unknown, { ids }: State): Value {
  const normalize = (member: unknown): unknown => {
    if (typeof member === "string") return ids.includes(member) ? `#${ids.indexOf(member)}` : member;
    if (typeof member === "object" && member !== null && "_creationTime" in member) {
      return mapped({ ...member, _creationTime: true }, normalize);
    }
    return mapped(member, normalize);
  };
  return (normalize(value) ?? null) as Value;
}

function mapped(value: unknown, map: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
}

function outcomeOf(error: unknown, state: State): Outcome {
  if (error instanceof ConvexError) {
    const data = error.data as Value;
    return { error: "data", message: "", data: isRunResult(data) ? (data["log"] as Value) : normalized(data, state) };
  }
  const lines = (error instanceof Error ? error.message : String(error)).split("\n");
  const text = lines.filter((line) => !line.startsWith("    at ")).join("\n");
  const named = state.ids.reduce((to, id, at) => to.replaceAll(id, `#${at}`), text);
  const message = named.replace(/^(\[Request ID: \w+\] Server Error\n)?(Uncaught (\w+: )?)*/, "").trim();
  return { error: kindOf(message), message };
}

/** The results of a function that failed on purpose. Its writes are rolled back, but its ids are known. */
function stateIn(error: unknown): State | null {
  if (!(error instanceof ConvexError) || !isRunResult(error.data as Value)) return null;
  const { ids, times, cursors } = error.data as unknown as State;
  return { ids, times, cursors };
}

/** Returns a log as text, equal for equal outcomes. */
function textOf(log: Outcome[]): string {
  return JSON.stringify(convexToJson(log as unknown as Value), (name, member: unknown) => {
    if (name === "message") return undefined;
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function isRunResult(data: Value): data is Record<string, Value> {
  return typeof data === "object" && data !== null && "ids" in data;
}
