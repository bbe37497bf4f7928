/** Reports. */
import { v } from "convex/values";
import { memberMutation } from "./functions";
import { fileReport } from "./model/reports";

/** Reports somebody whom I may see, once. The name is accepted and ignored. */
export const file = memberMutation({
  args: { reportedUserId: v.string(), reportedUserName: v.optional(v.string()), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { reportedUserId, reason }) => await fileReport(ctx, ctx.me, reportedUserId, reason),
});
