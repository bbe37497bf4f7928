/**
 * The last step after restoring a backup: ends and deletes again whatever ended since the backup. For the command line: `npx convex run
 * restore:finish`; docs/RUNBOOK.md says when. `npm run restore` calls it too.
 */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { recordIncident } from "./model/incidents";
import * as restored from "./model/restored";
import { deletions as foundDeletions, removedAgain, restoreReport } from "./validators/restore";

type Report = Infer<typeof restoreReport>;

/**
 * Returns the ids of accounts that were deleted after a time (ms), attendees and staff, from the log of incidents. Call it
 * before the backup replaces this data.
 */
export const deletions = internalQuery({
  args: { after: v.optional(v.number()) },
  returns: foundDeletions,
  handler: async (ctx, { after = 0 }) => await restored.deletionsAfter(ctx, after),
});

/**
 * Ends every session, invalidates every mailed link and code, and deletes the accounts in `deletions` again. Returns the counts and the
 * current staff.
 */
export const finish = internalAction({
  args: foundDeletions.partial().fields,
  returns: restoreReport,
  handler: async (ctx, { ids = [] }): Promise<Report> => {
    const ended: Report["ended"] = {};
    for (const what of restored.endedKinds) {
      for (let count = 1; count > 0; ended[what] = (ended[what] ?? 0) + count)
        count = await ctx.runMutation(internal.restore.endNext, { what });
    }
    const removed: Report["removed"] = [];
    for (const id of ids) {
      const account: Infer<typeof removedAgain> = await ctx.runMutation(internal.restore.removeAgain, { id });
      if (account !== null) removed.push(account);
    }
    const staff: Report["staff"] = await ctx.runQuery(internal.restore.staff, {});
    await ctx.runMutation(internal.restore.note, { sessions: ended.sessions ?? 0, removed: removed.length });
    return { ended, removed, staff };
  },
});

export const endNext = internalMutation({
  args: { what: restored.endedKind },
  returns: v.number(),
  handler: async (ctx, { what }) => await restored.endNext(ctx, what),
});

export const removeAgain = internalMutation({
  args: { id: v.string() },
  returns: removedAgain,
  handler: async (ctx, { id }) => await restored.removeAgain(ctx, id),
});

export const staff = internalQuery({
  args: {},
  returns: restoreReport.fields.staff,
  handler: async (ctx) => await restored.currentStaff(ctx),
});

export const note = internalMutation({
  args: { sessions: v.number(), removed: v.number() },
  returns: v.null(),
  handler: async (ctx, counts) => await recordIncident(ctx, "restored", { counts }),
});
