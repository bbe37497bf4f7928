import { intervalOf } from "../database/range";
import { HIGHEST } from "../database/readSet";
import type { Table } from "../database/table";
import type { Transaction } from "../database/transaction";
import type { Engine } from "./engine";

/** What a `_system/…` function works on. The transaction makes a query live. */
export interface SystemContext {
  engine: Engine;
  transaction: Transaction;
  /** `componentId` among the arguments, else the `componentPath` of the call. */
  component: string;
}

/** A function for admins only, by the path that clients send. It runs in the worker as any other function does. */
export type SystemFunction = (on: SystemContext, args: Record<string, unknown>) => unknown;

/** Returns a table, or null. Makes the query depend on all of it, or on its creation. */
export function watchedTable({ transaction, component }: SystemContext, tableName: string): Table | null {
  const table = transaction.table(component, tableName);
  if (table === null) return null;
  const source = { type: "FullTableScan", tableName, order: null } as const;
  const range = transaction.range(component, { source, operators: [] });
  if (range !== null) transaction.reads?.intervals.push({ ...intervalOf(range), high: HIGHEST });
  return table;
}

export function tableNameOf(value: unknown): string {
  if (typeof value !== "string") throw new Error("A table name is needed.");
  return value;
}
