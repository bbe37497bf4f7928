import type { Transaction } from "../database/transaction";
import { newRequestId, serialize } from "../errors";
import { newRun, runFrom, type Frame, type Run } from "../modules/frame";
import { realNow } from "../modules/globals";
import type { LoadedFunction } from "../modules/loadedFunction";
import type { Engine } from "./engine";
import { findFunction, type Address } from "./invoke";
import { errorForCaller } from "./syscalls";

/** Runs a function that an action calls: in its own transaction, or as another action. */
export async function callFromAction(
  engine: Engine,
  caller: Frame,
  type: LoadedFunction["type"],
  address: Address,
  args: string,
): Promise<string> {
  const callee = findFunction(engine.project, address, { type });
  const run: Run = runFrom(caller.run, realNow());
  const { component, path } = address;
  const startedAt = performance.now();
  // The lines are already in the action's log.
  const log = (error: string | null) => engine.log(path, component, type, { ...run, logLines: [] }, error, startedAt);
  const runIn = (transaction: Transaction | null) => engine.run({ callee, component, run, transaction, args });
  try {
    const value = await (type === "action" ? runIn(null) : type === "query" ? engine.read(runIn) : engine.write(runIn));
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
