/** Snapshots of the store, to compare and to restore, for the table of who may call what. */
import type { TableNames } from "../_generated/dataModel";
import { settled, type Product } from "./product.testing";
import schema from "../schema";
import { namesOf } from "../shared/records";

type Row = { _id: string; _creationTime: number };
type Table = TableNames | "_storage";
export type Stored = { tables: Map<Table, Row[]>; jobs: Row[]; text: string };

/** Returns the whole store, once all jobs have run. */
export async function stored(t: Product): Promise<Stored> {
  await settled(t);
  const tables = new Map<Table, Row[]>();
  let jobs: Row[] = [];
  await t.run(async (ctx) => {
    for (const table of namesOf(schema.tables)) {
      tables.set(table, await ctx.db.query(table).collect());
    }
    tables.set("_storage", await ctx.db.system.query("_storage").collect());
    jobs = await ctx.db.system.query("_scheduled_functions").collect();
  });
  return { tables, jobs, text: JSON.stringify([...tables.values(), jobs]) };
}

/**
 * Restores the store, so that the next row finds the same people. This is far quicker than making them again. Returns false if a new
 * job waits, or if a row or file is gone, because ids are never reused.
 */
export async function putBack(t: Product, before: Stored): Promise<boolean> {
  const after = await stored(t);
  const known = new Set(before.jobs.map(({ _id }) => _id));
  if (after.jobs.some((job) => !known.has(job._id) && (job as { state?: { kind: string } }).state?.kind === "pending"))
    return false;
  await t.run(async (ctx) => {
    for (const [table, rows] of after.tables) {
      const old = new Map(before.tables.get(table)?.map((row) => [row._id, row]));
      for (const row of rows) {
        const was = old.get(row._id);
        if (table === "_storage") {
          if (was === undefined) await ctx.storage.delete(row._id as Parameters<typeof ctx.storage.delete>[0]);
        } else if (was === undefined) await ctx.db.delete(table, row._id as never);
        else if (JSON.stringify(was) !== JSON.stringify(row))
          await ctx.db.replace(table, row._id as never, was as never);
      }
    }
  });
  return sameRows(await stored(t), before);
}

function sameRows(one: Stored, other: Stored): boolean {
  return JSON.stringify([...one.tables.values()]) === JSON.stringify([...other.tables.values()]);
}
