import { ReadSet } from "../database/readSet";
import { Transaction } from "../database/transaction";
import { systemMutations } from "./systemMutations";
import { systemQueries } from "./systemQueries";
import type { FunctionCall, FunctionOutcome, LiveQuery } from "../contract/core";
import type { ActionHost } from "./actionHost";
import type { Respond, Engine } from "./engine";
import { serialize } from "../errors";
import type { Batch } from "./executor";
import { newRun, type Run } from "../modules/frame";
import { realNow } from "../modules/globals";
import { findFunction } from "./invoke";
import type { QueryRun } from "./liveQueryRunner";
import type { LoadedFunction } from "../modules/loadedFunction";
import { wrongType } from "./syscalls";
import { systemReader } from "./systemReader";

const SYSTEM = "_system/";

/** Runs a mutation in a batch. A call that was recorded before gets its recorded result instead. */
export async function runMutation(engine: Engine, batch: Batch, call: FunctionCall, respond: Respond): Promise<void> {
  batch.mutated = true;
  const run = newRun(call, realNow());
  const logged = logger(engine, call, "mutation", run);
  const isRecorded = call.idempotencyKey !== undefined;
  const transaction = new Transaction(engine.database, { writable: true, reads: null, isRecorded });
  const mark = transaction.mark();
  const { logLines } = run;
  // Whatever the result: without a commit the mutation did not happen.
  const finish = (outcome: FunctionOutcome) =>
    batch.finishers.push((failure) => respond(failure === null ? outcome : failed(engine, "mutation", run, failure)));
  try {
    const before = call.idempotencyKey === undefined ? null : engine.idempotency.find(call.idempotencyKey);
    if (before !== null) {
      finish({ udfType: "mutation", ok: true, ...before });
      return;
    }
    const value = call.path.startsWith(SYSTEM)
      ? runSystemMutation(engine, call, transaction)
      : await engine.run(find(engine, call, "mutation"), componentOf(call), run, transaction, call.args);
    const ts = batch.absorb(transaction);
    if (call.idempotencyKey !== undefined && transaction.wrote)
      engine.idempotency.record(call.idempotencyKey, { ts, value, logLines }, () => transaction.evidence());
    transaction.release(mark);
    finish({ udfType: "mutation", ok: true, value, ts, logLines });
    batch.finishers.push((failure) => logged(failure?.message ?? null));
  } catch (error) {
    transaction.undo(mark);
    const outcome = failed(engine, "mutation", run, error);
    finish(outcome);
    logged(outcome.error.message);
  }
}

/** Runs a query; gives its outcome and what that depends on. */
export async function runQuery(engine: Engine, query: LiveQuery, requestId: string): Promise<QueryRun> {
  const reads = new ReadSet();
  const run = newRun({ ...query, requestId }, realNow());
  const logged = logger(engine, query, "query", run);
  const transaction = new Transaction(engine.database, { writable: false, reads });
  let outcome: QueryRun["outcome"];
  try {
    const value = query.path.startsWith(SYSTEM)
      ? runSystemQuery(engine, query, transaction)
      : await engine.run(find(engine, query, "query"), componentOf(query), run, transaction, query.args);
    outcome = { ok: true, value };
  } catch (error) {
    outcome = { ok: false, error: serialize(error, requestId) };
  }
  if (!query.path.startsWith(SYSTEM)) logged(outcome.ok ? null : outcome.error.message);
  return { outcome, logLines: run.logLines, journal: run.journalOut, identityUsed: run.identityUsed, reads };
}

/** Runs an action, concurrently with everything else. */
export async function runAction(engine: ActionHost, call: FunctionCall): Promise<FunctionOutcome> {
  const run = newRun(call, realNow());
  const logged = logger(engine, call, "action", run);
  try {
    const value = await engine.run(find(engine, call, "action"), componentOf(call), run, null, call.args);
    logged(null);
    return { udfType: "action", ok: true, value, ts: engine.ts, logLines: run.logLines };
  } catch (error) {
    const outcome = failed(engine, "action", run, error);
    logged(outcome.error.message);
    return outcome;
  }
}

type CallTarget = Pick<FunctionCall, "path" | "componentPath" | "caller">;

/** Only admins may name a component. */
function componentOf(call: CallTarget): string {
  return call.caller === "admin" ? call.componentPath : "";
}

function find(engine: ActionHost, call: CallTarget, type: LoadedFunction["type"]): LoadedFunction {
  const address = { component: componentOf(call), path: call.path };
  const callee = findFunction(engine.project, address, { publicOnly: call.caller !== "admin" });
  if (callee.type !== type) throw wrongType(callee.path, type, callee.type);
  return callee;
}

function runSystemQuery(engine: Engine, query: LiveQuery, transaction: Transaction): string {
  const body = systemQueries[query.path] ?? systemQueries[`${query.path}:default`];
  if (query.caller !== "admin" || body === undefined) {
    throw new Error(`Could not find public function for '${query.path}'.`);
  }
  const args = JSON.parse(query.args) as Record<string, unknown>;
  return JSON.stringify(body(systemReader(engine, transaction, systemComponentOf(query, args)), args) ?? null);
}

function runSystemMutation(engine: Engine, call: FunctionCall, transaction: Transaction): string {
  const body = systemMutations[call.path] ?? systemMutations[`${call.path}:default`];
  if (call.caller !== "admin" || body === undefined) {
    throw new Error(`Could not find public function for '${call.path}'.`);
  }
  const args = JSON.parse(call.args) as Record<string, unknown>;
  return JSON.stringify(body({ engine, transaction, component: systemComponentOf(call, args) }, args) ?? null);
}

/** The stock client for React names no component beside a query, so its arguments may. */
function systemComponentOf({ componentPath }: CallTarget, { componentId }: Record<string, unknown>): string {
  return typeof componentId === "string" ? componentId : componentPath;
}

function failed(engine: ActionHost, udfType: LoadedFunction["type"], run: Run, error: unknown) {
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
