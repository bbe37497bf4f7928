/** The log of incidents: who did what to whom, by ids only. An entry is written in the transaction it describes. */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import type { incident, incidentKind, listedIncident } from "../validators/incidents";
import { deleteRows } from "./rows/writing";
import { HOUR } from "../shared/durations";

type What = Infer<typeof incidentKind>;
type Subject = Omit<Infer<typeof incident>, "what">;
type IncidentFilter = { about?: string; by?: string; before?: string };

export async function recordIncident(ctx: MutationCtx, what: What, subject: Subject): Promise<void> {
  await ctx.db.insert("incidents", { what, ...subject });
}

/** Writes an entry about a person, unless the same one exists from the last hour. So a flood of guesses does not flood the log. */
export async function recordHourly(ctx: MutationCtx, what: What, about?: string): Promise<void> {
  const last = await ctx.db
    .query("incidents")
    .withIndex("by_about_and_what", (q) => q.eq("about", about).eq("what", what))
    .order("desc")
    .first();
  if (last === null || Math.abs(Date.now() - last._creationTime) > HOUR)
    await recordIncident(ctx, what, { ...(about && { about }) });
}

/** Returns entries, newest first: all, or those about or by one user. `before`: the time of the last one already seen. */
export async function listIncidents(
  ctx: QueryCtx,
  { about, by, before }: IncidentFilter,
): Promise<Infer<typeof listedIncident>[]> {
  const until = before === undefined ? Infinity : Date.parse(before);
  const log = ctx.db.query("incidents");
  const entries =
    about !== undefined
      ? log.withIndex("by_about", (q) => q.eq("about", about).lt("_creationTime", until))
      : by !== undefined
        ? log.withIndex("by_by", (q) => q.eq("by", by).lt("_creationTime", until))
        : log.withIndex("by_creation_time", (q) => q.lt("_creationTime", until));
  const rows = await entries.order("desc").take(PAGE_SIZE);
  return rows.map(({ _id, _creationTime, ...entry }) => ({ at: new Date(_creationTime).toISOString(), ...entry }));
}

/** Deletes old entries, and schedules the next batch while there are more. */
export async function deleteOldIncidents(ctx: MutationCtx): Promise<void> {
  const cutoff = Date.now() - limits.incidentLifetime;
  const old = ctx.db.query("incidents").withIndex("by_creation_time", (q) => q.lt("_creationTime", cutoff));
  const deleted = await deleteRows(ctx, "incidents", old, BATCH);
  if (deleted === BATCH) await ctx.scheduler.runAfter(0, internal.incidents.deleteOld, {});
}

const BATCH = 200;
/** More than fits a screen. `before` pages further. */
const PAGE_SIZE = 200;
