import { Transaction } from "../database/transaction";
import type { Engine } from "./engine";
import { serialize } from "../errors";
import { newRun, type Frame, type Run } from "../modules/frame";
import { realNow } from "../modules/globals";
import { findFunction, type Address } from "./invoke";
import type { LoadedFunction } from "../modules/loadedFunction";
import { newRequestId } from "../requestId";
import { passedOn, wrongType } from "./syscalls";

/** Runs a function called by an action, in a transaction of its own or as another action. */
export async function callFromAction(
  engine: Engine,
  caller: Frame,
  type: LoadedFunction["type"],
  address: Address,
  args: string,
): Promise<string> {
  const callee = findFunction(engine.project, address, { publicOnly: false });
  if (callee.type !== type) throw wrongType(callee.path, type, callee.type);
  const { identity, requestId, authToken, sender, logLines } = caller.run;
  const run: Run = { ...newRun({ identity, requestId, authToken, sender }, realNow()), logLines };
  const { component } = address;
  const startedAt = performance.now();
  // Its log lines are among the action's.
  const logged = (error: string | null) =>
    engine.log(address.path, component, type, { ...run, logLines: [] }, error, startedAt);
  try {
    const value = await runIn(engine, type, (transaction) => engine.run(callee, component, run, transaction, args));
    logged(null);
    return value;
  } catch (error) {
    logged(serialize(error, requestId).message);
    throw passedOn(error);
  }
}

/** Runs a function of this type in a new transaction. */
function runIn(
  engine: Engine,
  type: LoadedFunction["type"],
  work: (transaction: Transaction | null) => Promise<string>,
): Promise<string> {
  if (type === "action") return work(null);
  return type === "query" ? readFor(engine, work) : engine.write(work);
}

/** Runs a scheduled mutation, in the transaction that ends its job. */
export async function runScheduledMutation(
  engine: Engine,
  transaction: Transaction,
  address: Address,
  args: string,
  jobId: string,
): Promise<void> {
  await runScheduled(engine, "mutation", transaction, address, args, jobId);
}

/** Runs a scheduled action. */
export function runScheduledAction(engine: Engine, address: Address, args: string, jobId: string): Promise<void> {
  return engine.track(runScheduled(engine, "action", null, address, args, jobId));
}

async function runScheduled(
  engine: Engine,
  type: "mutation" | "action",
  transaction: Transaction | null,
  { component, path }: Address,
  args: string,
  jobId: string,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = newRequestId();
  const run = newRun({ identity: null, requestId, scheduledFunctionId: jobId }, realNow());
  try {
    const callee = findFunction(engine.project, { component, path }, { publicOnly: false });
    if (callee.type !== type) throw wrongType(callee.path, type, callee.type);
    const work = () => engine.run(callee, component, run, transaction, args);
    await (type === "mutation" ? engine.heartbeat.whileRunning({ kind: "job", id: jobId }, work) : work());
    engine.log(path, component, type, run, null, startedAt);
  } catch (error) {
    const { message } = serialize(error, requestId);
    engine.log(path, component, type, run, message, startedAt);
    throw new Error(message);
  }
}

function readFor(engine: Engine, work: (transaction: Transaction) => Promise<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    engine.executor.pushReading(async () => {
      try {
        const value = await work(new Transaction(engine.database, { writable: false, reads: null }));
        return (failure) => (failure === null ? resolve(value) : reject(failure));
      } catch (error) {
        return () => reject(error as Error);
      }
    });
  });
}
