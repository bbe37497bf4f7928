/** Repeating jobs. Two of them start the other jobs, and only those with work, so an idle deployment makes few calls. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { deleteOldFormers as deleteFormers } from "./model/former/former";
import { startDeletions as startDueDeletions, startDue as startDueJobs } from "./model/jobs";
import { deleteOldCounters as deleteCounters } from "./model/throttle/limits";

/** Runs each minute. Starts the jobs that are due, each in its own transaction. */
export const startDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await startDueJobs(ctx),
});

/** Runs every ten minutes. Starts the deletion of each kind of rows that have expired. */
export const startDeletions = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await startDueDeletions(ctx),
});

/** Deletes the counters of limits that are older than a day. */
export const deleteOldCounters = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await deleteCounters(ctx),
});

/** Deletes records of deleted accounts that have been kept long enough. */
export const deleteOldFormers = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await deleteFormers(ctx),
});
