import { refuseInvalidId } from "../database/documentRules";
import { readPage, InvalidCursor, type PageRequest } from "../database/page";
import type { QueryJson } from "../database/range";
import type { JsonObject } from "../database/values";
import { integerToJson } from "../database/values";
import { LIMITS } from "../database/limits";
import type { Engine } from "./engine";
import { convexError } from "../errors";
import { addLogLine } from "../modules/globals";
import { inTransaction, newFrame, type Frame } from "../modules/frame";
import { findFunction, invoke, resolve, toHandle, type AddressJson } from "./invoke";
import type { Transaction } from "../database/transaction";

/** An operation. Takes JSON and returns JSON text, synchronously unless it runs another function. */
export type Syscall = (engine: Engine, frame: Frame, args: Args) => string | Promise<string>;

/** Each operation declares the arguments that the library sends. */
type Args = never;

/** Operations of queries and mutations. */
export const DATABASE_SYSCALLS: Record<string, Syscall> = {
  "1.0/get": (engine, frame, args: { id: string; table?: string; isSystem?: boolean }) => {
    const text = inTransaction(frame).get(frame.component, args.id, args.table, args.isSystem === true);
    if (text === null) refuseInvalidId(args.id, engine.database);
    return text ?? "null";
  },

  "1.0/queryStream": (_, frame, args: { query: QueryJson }) => {
    const queryId = frame.nextStream++;
    frame.streams.set(queryId, inTransaction(frame).query(frame.component, args.query));
    return `{"queryId":${queryId}}`;
  },

  "1.0/queryStreamNext": (_, frame, args: { queryId: number }) => {
    const document = frame.streams.get(args.queryId)?.next() ?? null;
    return document === null ? '{"value":null,"done":true}' : `{"value":${document},"done":false}`;
  },

  "1.0/queryCleanup": (_, frame, args: { queryId: number }) => String(frame.streams.delete(args.queryId)),

  "1.0/queryPage": (engine, frame, args: PageRequest) => page(engine, frame, args),

  "1.0/count": (_, frame, args: { table: string }) => {
    const stream = inTransaction(frame).query(frame.component, {
      source: { type: "FullTableScan", tableName: args.table, order: null },
      operators: [],
    });
    let count = 0;
    while (stream.next() !== null) count++;
    return String(count);
  },

  "1.0/db/normalizeId": (engine, frame, args: { table: string; idString: string }) => {
    const isId = engine.database.isIdOf(args.idString, frame.component, args.table);
    return JSON.stringify({ id: isId ? args.idString : null });
  },

  "1.0/insert": (_, frame, args: { table: string; value: JsonObject }) =>
    `{"_id":"${writable(frame, args.table).insert(frame.component, args.table, args.value)}"}`,

  "1.0/shallowMerge": (_, frame, args: { id: string; value: JsonObject; table?: string }) =>
    writable(frame, args.table).patch(frame.component, args.id, args.value, args.table),

  "1.0/replace": (_, frame, args: { id: string; value: JsonObject; table?: string }) =>
    writable(frame, args.table).replace(frame.component, args.id, args.value, args.table),

  "1.0/remove": (_, frame, args: { id: string; table?: string }) =>
    writable(frame, args.table).remove(frame.component, args.id, args.table),

  "1.0/runUdf": (engine, frame, args: AddressJson & { udfType: string; args: JsonObject }) =>
    runNested(engine, frame, args),

  "1.0/schedule": (engine, frame, args: AddressJson & { ts: number; args: JsonObject }) => {
    const target = resolve(engine.project, frame.component, args);
    const text = JSON.stringify(args.args);
    const transaction = writable(frame);
    transaction.usage.schedule(text.length);
    return JSON.stringify(engine.scheduler.schedule(transaction, frame.component, target, args.ts * 1000, text));
  },

  "1.0/cancel_job": (engine, frame, args: { id: string }) => {
    engine.scheduler.cancel(writable(frame), frame.component, args.id);
    return "null";
  },

  "1.0/getTransactionMetrics": (_, frame) => metrics(inTransaction(frame)),
  "1.0/getSnapshotTs": (engine) => JSON.stringify(integerToJson(engine.database.ts)),
};

/** Operations of all functions. */
export const COMMON_SYSCALLS: Record<string, Syscall> = {
  "1.0/getUserIdentity": (_, frame) => {
    frame.run.identityUsed = true;
    // Components do not see the app's caller.
    return frame.component === "" ? (frame.run.identity ?? "null") : "null";
  },
  "1.0/createFunctionHandle": (engine, frame, args: AddressJson) => {
    const address = resolve(engine.project, frame.component, args);
    findFunction(engine.project, address);
    return JSON.stringify(toHandle(address));
  },
  "1.0/getFunctionMetadata": (_, frame) => JSON.stringify({ name: frame.path, componentPath: frame.component }),
  "1.0/getDeploymentMetadata": () => '{"name":"local","region":null,"class":"local"}',
  "1.0/getRequestMetadata": (_, { run }) => {
    const { requestId, scheduledFunctionId, authToken, sender } = run;
    return JSON.stringify({ ip: null, userAgent: null, ...sender, requestId, scheduledFunctionId, authToken });
  },
  "1.0/componentArgument": () => "null",
  "1.0/auditLog": (_, frame, { body }: { body: JsonObject }) => {
    addLogLine(frame, "AUDIT", JSON.stringify(body));
    return "null";
  },
  "1.0/requireOperation": () => "null",
};

/** Returns a mutation's transaction. Throws for other functions and for system tables. */
export function writable(frame: Frame, table?: string): Transaction {
  if (frame.kind !== "mutation") throw new Error(`${frame.path} is a ${frame.kind}: only mutations write.`);
  if (table?.startsWith("_") === true) throw new Error("System tables (prefixed with `_`) are read-only.");
  return inTransaction(frame);
}

function page(engine: Engine, frame: Frame, args: PageRequest): string {
  if (frame.component !== "")
    throw new Error("paginate() is only supported in the app. Use a paginator of convex-helpers in components.");
  // A rerun live page keeps its end cursor. It grows or shrinks without a gap to the next page. A nested call's page does not.
  const isOutermost = frame.depth === 0;
  const endCursor = args.endCursor ?? (isOutermost ? frame.run.journalIn : null);
  try {
    const { documents, ...rest } = readPage(inTransaction(frame), frame.component, engine.cursors, {
      ...args,
      endCursor,
    });
    if (frame.paginated)
      throw new Error(
        "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
      );
    frame.paginated = true;
    if (isOutermost) frame.run.journalOut = rest.continueCursor;
    return `{"page":[${documents.join(",")}],${JSON.stringify(rest).slice(1)}`;
  } catch (error) {
    if (error instanceof InvalidCursor) throw convexError(error.message, error.data);
    throw error;
  }
}

/** Runs a nested call as a subtransaction. If it fails, only its own writes are undone. */
async function runNested(
  engine: Engine,
  frame: Frame,
  args: AddressJson & { udfType: string; args: JsonObject },
): Promise<string> {
  const { udfType: type } = args;
  if (type !== "query") writable(frame);
  if (frame.depth >= LIMITS.nestedCalls)
    throw new Error(`Functions call each other too deeply (limit: ${LIMITS.nestedCalls}).`);
  const address = resolve(engine.project, frame.component, args);
  const kind = type === "mutation" ? "mutation" : "query";
  const callee = findFunction(engine.project, address, { type: kind });
  const outer = inTransaction(frame);
  const run = async (transaction: Transaction): Promise<string> => {
    const { component } = address;
    const fields = { kind, component, path: callee.path, run: frame.run, transaction, depth: frame.depth + 1 } as const;
    const nested = newFrame(fields);
    return await invoke(nested, callee, JSON.stringify(args.args), engine.isIdOf(component));
  };
  const savepoint = outer.savepoint();
  try {
    const value = await (type === "snapshotQuery" ? outer.beforeOwnWrites(run) : run(outer));
    outer.release(savepoint);
    return value;
  } catch (error) {
    outer.undo(savepoint);
    throw errorForCaller(error);
  }
}

/** Returns a called function's failure as its caller catches it. */
export function errorForCaller(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const data: unknown = "data" in error ? error.data : undefined;
  const { message } = error;
  if (data === undefined) {
    return new Error(message.startsWith("Uncaught ") ? message : `Uncaught ${error.name}: ${message}`);
  }
  return convexError(error.message, typeof data === "string" ? JSON.parse(data) : data);
}

const UNLIMITED = { used: 0, remaining: Number.MAX_SAFE_INTEGER };

function metrics({ usage }: Transaction): string {
  const metric = (used: number, limit: number) => ({ used, remaining: limit - used });
  return JSON.stringify({
    bytesRead: metric(usage.bytesRead, LIMITS.bytesRead),
    bytesWritten: metric(usage.bytesWritten, LIMITS.bytesWritten),
    databaseQueries: metric(usage.intervalsRead, LIMITS.intervalsRead),
    documentsRead: metric(usage.documentsRead, LIMITS.documentsRead),
    documentsWritten: metric(usage.documentsWritten, LIMITS.documentsWritten),
    functionsScheduled: metric(usage.scheduled, LIMITS.scheduledFunctions),
    scheduledFunctionArgsBytes: metric(usage.scheduledBytes, LIMITS.allScheduledArgumentsSize),
    ...{ filesWritten: UNLIMITED, fileWriteBytes: UNLIMITED, filesRead: UNLIMITED, fileReadBytes: UNLIMITED },
  });
}
