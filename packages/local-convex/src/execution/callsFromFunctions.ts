import type { Transaction } from "../database/transaction";
import type { JsonObject } from "../database/values";
import { newRequestId, serialize } from "../errors";
import { newRun, runFrom, type Frame, type Run } from "../modules/frame";
import { realNow } from "../modules/globals";
import type { LoadedFunction } from "../modules/loadedFunction";
import type { Engine } from "./engine";
import { findFunction, resolve, type ActionHost, type Address, type AddressJson } from "./invoke";
import { errorForCaller } from "./syscalls";

/** A call that an action makes. */
export interface CallJson extends AddressJson {
  args: JsonObject;
}

/** Runs an action that another action calls. */
export function callAction(host: ActionHost, caller: Frame, call: CallJson): Promise<string> {
  return callLogged(host, caller, "action", call, (runIn) => runIn(null));
}

/** Runs a query or mutation that an action calls, in its own transaction. */
export function callInTransaction(
  engine: Engine,
  caller: Frame,
  type: "query" | "mutation",
  call: CallJson,
): Promise<string> {
  return callLogged(engine, caller, type, call, (runIn) =>
    type === "query" ? engine.read(runIn) : engine.write(runIn),
  );
}

async function callLogged(
  host: ActionHost,
  caller: Frame,
  type: LoadedFunction["type"],
  call: CallJson,
  work: (runIn: (transaction: Transaction | null) => Promise<string>) => Promise<string>,
): Promise<string> {
  const address = resolve(host.project, caller.component, call);
  const callee = findFunction(host.project, address, { type });
  const run: Run = runFrom(caller.run, realNow());
  const { component, path } = address;
  const args = JSON.stringify(call.args);
  const startedAt = performance.now();
  // The lines are already in the action's log.
  const log = (error: string | null) => host.log(path, component, type, { ...run, logLines: [] }, error, startedAt);
  try {
    const value = await work((transaction) => host.run({ callee, component, run, transaction, args }));
    log(null);
    return value;
  } catch (error) {
    log(serialize(error, run.requestId).message);
    throw errorForCaller(error);
  }
}

/**
 * Runs a scheduled function: a mutation in the transaction that ends its job, or an action (null). Rejects with the message for the job's
 * record.
 */
export async function runScheduled(
  engine: Engine,
  transaction: Transaction | null,
  address: Address,
  args: string,
  jobId: string,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = newRequestId();
  const run = newRun({ identity: null, requestId, scheduledFunctionId: jobId }, realNow());
  const { component, path } = address;
  const type = transaction === null ? "action" : "mutation";
  try {
    const callee = findFunction(engine.project, address, { type });
    const runFunction = () => engine.run({ callee, component, run, transaction, args });
    await (type === "mutation"
      ? engine.heartbeat.whileRunning({ kind: "job", id: jobId }, runFunction)
      : runFunction());
    engine.log(path, component, type, run, null, startedAt);
  } catch (error) {
    const { message } = serialize(error, requestId);
    engine.log(path, component, type, run, message, startedAt);
    throw new Error(message);
  }
}
