import type { Transaction } from "../database/transaction";
import type { Run } from "../modules/frame";
import type { LoadedFunction } from "../modules/loadedFunction";
import type { Project } from "../modules/project";
import type { logEntry } from "./logEntry";

/** What runs actions: the engine, beside its database, or a thread that only has large calls to run. */
export interface ActionHost {
  readonly project: Project;
  /** The newest commit that this thread knows of. */
  readonly ts: bigint;
  /** Runs a function, and rejects when it takes too long to settle. */
  run(
    callee: LoadedFunction,
    component: string,
    run: Run,
    transaction: Transaction | null,
    args: string,
  ): Promise<string>;
  /** Writes the log of one finished function. */
  log(...finished: Parameters<typeof logEntry>): void;
}
