/** The keys of people who signed up before there were any. */
import { internal } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";
import { keysOf, writeKeys } from "../rows/personKeys";
import { profileOf } from "../rows/profiles";

/** Writes the keys of the next people after a time of signing up, and schedules the following ones. */
export async function indexNext(ctx: MutationCtx, after: number): Promise<void> {
  const users = ctx.db.query("users").withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
  const batch = await users.take(BATCH);
  for (const { _id, kind, email } of batch) {
    if (kind === "user") await writeKeys(ctx, _id, keysOf(email, await profileOf(ctx, _id)));
  }
  const last = batch.at(-1);
  if (last && batch.length === BATCH) {
    await ctx.scheduler.runAfter(0, internal.people.indexAll, { after: last._creationTime });
  }
}

/** A few rows for each. */
const BATCH = 200;
