import { ReadSet } from "../database/readSet";
import { Transaction } from "../database/transaction";
import { systemMutations } from "./systemMutations";
import { systemQueries } from "./systemQueries";
import type { SystemFunction } from "./systemContext";
import type { FunctionCall, FunctionOutcome, LiveQuery } from "../contract/core";
import type { Engine } from "./engine";
import { serialize } from "../errors";
import type { Batch } from "./executor";
import { newRun, type Run } from "../modules/frame";
import { realNow } from "../modules/globals";
import { findFunction, type ActionHost } from "./invoke";
import type { QueryRun } from "./liveQueryRunner";
import type { LoadedFunction } from "../modules/loadedFunction";
import type { Project } from "../modules/project";

const SYSTEM = "_system/";

/** Receives the outcome of a call. */
type Respond = (outcome: FunctionOutcome) => void;

/** Runs a client's call. `id`: of its request. Calls `respond` once: after the commit if anything changed. */
export function runCall(engine: Engine, id: number, call: FunctionCall, respond: Respond): void {
  const type = typeOf(engine.project, call);
  const whileRunning = <T>(work: () => Promise<T>) => engine.heartbeat.whileRunning({ kind: "request", id }, work);
  if (type === "action") {
    void engine.track(runAction(engine, call).then(respond));
  } else if (type === "mutation") {
    engine.executor.push((batch) => whileRunning(() => runMutation(engine, batch, call, respond)));
  } else {
    engine.executor.pushReading(async () => {
      const { outcome, logLines } = await whileRunning(() =>
        runQuery(engine, { ...call, journal: null }, call.requestId),
      );
      const { ts } = engine;
      return (failure) => {
        const failureOutcome = failure && { ok: false as const, error: serialize(failure, call.requestId) };
        respond({ udfType: "query", logLines, ts, ...(failureOutcome ?? outcome) });
      };
    });
  }
}

function typeOf(project: Project, call: FunctionCall): LoadedFunction["type"] {
  if (call.udfType !== "any") return call.udfType;
  return project.find(call.componentPath, call.path)?.type ?? "query";
}

/** Runs a mutation in a batch. A repeated call gets its recorded result instead. */
async function runMutation(engine: Engine, batch: Batch, call: FunctionCall, respond: Respond): Promise<void> {
  batch.mutated = true;
  const run = newRun(call, realNow());
  const log = logger(engine, call, "mutation", run);
  const isRecorded = call.idempotencyKey !== undefined;
  const transaction = new Transaction(engine.database, { writable: true, reads: null, isRecorded });
  const savepoint = transaction.savepoint();
  const { logLines } = run;
  // Without a commit the mutation did not happen, whatever its result.
  const finish = (outcome: FunctionOutcome) =>
    batch.finishers.push((failure) =>
      respond(failure === null ? outcome : failedOutcome(engine, "mutation", run, failure)),
    );
  try {
    const recorded = call.idempotencyKey === undefined ? null : engine.idempotency.find(call.idempotencyKey);
    if (recorded !== null) {
      finish({ udfType: "mutation", ok: true, ...recorded });
      return;
    }
    const value = call.path.startsWith(SYSTEM)
      ? runSystem(systemMutations, engine, call, transaction)
      : await engine.run({ ...calleeOf(engine, call, "mutation"), run, transaction, args: call.args });
    const ts = batch.absorb(transaction);
    if (call.idempotencyKey !== undefined && transaction.hasWritten)
      engine.idempotency.record(call.idempotencyKey, { ts, value, logLines }, () => transaction.evidence());
    transaction.release(savepoint);
    finish({ udfType: "mutation", ok: true, value, ts, logLines });
    batch.finishers.push((failure) => log(failure?.message ?? null));
  } catch (error) {
    transaction.undo(savepoint);
    const outcome = failedOutcome(engine, "mutation", run, error);
    finish(outcome);
    log(outcome.error.message);
  }
}

/** Runs a query. Returns its outcome and dependencies. */
export async function runQuery(engine: Engine, query: LiveQuery, requestId: string): Promise<QueryRun> {
  const reads = new ReadSet();
  const run = newRun({ ...query, requestId }, realNow());
  const log = logger(engine, query, "query", run);
  const transaction = new Transaction(engine.database, { writable: false, reads });
  let outcome: QueryRun["outcome"];
  try {
    const value = query.path.startsWith(SYSTEM)
      ? runSystem(systemQueries, engine, query, transaction)
      : await engine.run({ ...calleeOf(engine, query, "query"), run, transaction, args: query.args });
    outcome = { ok: true, value };
  } catch (error) {
    outcome = { ok: false, error: serialize(error, requestId) };
  }
  if (!query.path.startsWith(SYSTEM)) log(outcome.ok ? null : outcome.error.message);
  return { outcome, logLines: run.logLines, journal: run.journalOut, identityUsed: run.identityUsed, reads };
}

/** Runs an action, concurrently with everything else. */
export async function runAction(engine: ActionHost, call: FunctionCall): Promise<FunctionOutcome> {
  const run = newRun(call, realNow());
  const log = logger(engine, call, "action", run);
  try {
    const value = await engine.run({ ...calleeOf(engine, call, "action"), run, transaction: null, args: call.args });
    log(null);
    return { udfType: "action", ok: true, value, ts: engine.ts, logLines: run.logLines };
  } catch (error) {
    const outcome = failedOutcome(engine, "action", run, error);
    log(outcome.error.message);
    return outcome;
  }
}

type CallTarget = Pick<FunctionCall, "path" | "componentPath" | "caller">;

/** Only admins may name a component. */
function componentOf(call: CallTarget): string {
  return call.caller === "admin" ? call.componentPath : "";
}

function calleeOf({ project }: ActionHost, call: CallTarget, type: LoadedFunction["type"]) {
  const component = componentOf(call);
  const options = { type, publicOnly: call.caller !== "admin" };
  return { component, callee: findFunction(project, { component, path: call.path }, options) };
}

function runSystem(
  functions: Record<string, SystemFunction>,
  engine: Engine,
  call: CallTarget & { args: string },
  transaction: Transaction,
): string {
  const systemFunction = functions[call.path] ?? functions[`${call.path}:default`];
  if (call.caller !== "admin" || systemFunction === undefined) {
    throw new Error(`Could not find public function for '${call.path}'.`);
  }
  const args = JSON.parse(call.args) as Record<string, unknown>;
  // The standard React client sends no component with a query, so the arguments may name one.
  const component = typeof args.componentId === "string" ? args.componentId : call.componentPath;
  return JSON.stringify(systemFunction({ engine, transaction, component }, args) ?? null);
}

function failedOutcome(engine: ActionHost, udfType: LoadedFunction["type"], run: Run, error: unknown) {
  const { requestId, logLines } = run;
  return { udfType, ok: false as const, error: serialize(error, requestId), ts: engine.ts, logLines };
}

function logger(
  engine: ActionHost,
  call: CallTarget,
  type: LoadedFunction["type"],
  run: Run,
): (error: string | null) => void {
  const startedAt = performance.now();
  return (error) => engine.log(call.path, componentOf(call), type, run, error, startedAt);
}
