import type { Transaction } from "../database/transaction";
import { newFrame, type Run } from "../modules/frame";
import type { LoadedFunction } from "../modules/loadedFunction";
import { invoke, type Ids } from "./invoke";

const TRANSACTION_TIMEOUT_MS = 5_000;
const ACTION_TIMEOUT_MS = 600_000;

/** A function and its context. */
export interface Invocation {
  callee: LoadedFunction;
  component: string;
  run: Run;
  /** Null for an action. */
  transaction: Transaction | null;
  args: string;
}

/**
 * Runs one function, and rejects when it takes too long to settle. One that never gives up control is ended by the main
 * thread, with the worker.
 */
export function runLimited({ callee, component, run, transaction, args }: Invocation, isIdOf: Ids): Promise<string> {
  const frame = newFrame({ kind: callee.type, component, path: callee.path, run, transaction, depth: 0 });
  const limitMs = transaction === null ? ACTION_TIMEOUT_MS : TRANSACTION_TIMEOUT_MS;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      run.aborted = true;
      reject(new Error(`Function execution timed out (maximum duration: ${limitMs / 1000}s)`));
    }, limitMs);
    const done = (value: string) => {
      clearTimeout(timer);
      resolve(value);
    };
    const failed = (error: unknown) => {
      clearTimeout(timer);
      reject(error as Error);
    };
    invoke(frame, callee, args, isIdOf).then(done, failed);
  });
}
