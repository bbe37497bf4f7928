import { intervalOf } from "../database/range";
import { HIGHEST } from "../database/readSet";
import type { Table } from "../database/table";
import type { Transaction } from "../database/transaction";
import type { Engine } from "./engine";

/** The context of a `_system/…` function. The transaction makes a query live. */
export interface SystemContext {
  engine: Engine;
  transaction: Transaction;
  /** The `componentId` argument, otherwise the call's `componentPath`. */
  component: string;
}

/** A function for admins only. Runs in the worker like any other. */
export type SystemFunction = (context: SystemContext, args: Record<string, unknown>) => unknown;

/** Returns a table, or null. The query then depends on the whole table, or on its creation. */
export function watchedTable({ transaction, component }: SystemContext, tableName: string): Table | null {
  const table = transaction.table(component, tableName);
  if (table === null) return null;
  const source = { type: "FullTableScan", tableName, order: null } as const;
  const range = transaction.range(component, { source, operators: [] });
  if (range !== null) transaction.reads?.intervals.push({ ...intervalOf(range), high: HIGHEST });
  return table;
}

export function tableNameOf(value: unknown): string {
  if (typeof value !== "string") throw new Error("A table name is required.");
  return value;
}
