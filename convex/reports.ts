/** Reports. */
import { v } from "convex/values";
import { memberMutation } from "./functions";
import { blockSomebody, fileReport } from "./model/reports/reports";
import { namedMessage } from "./validators/chat";
import { reportKind } from "./validators/moderator";

/**
 * Reports somebody whom I may see, once. Without a kind it is `other`. The name is accepted and ignored. With a message of
 * theirs to me, moderators see what was said around it.
 */
export const file = memberMutation({
  hasOwnLimit: true,
  args: {
    reportedUserId: v.string(),
    reportedUserName: v.optional(v.string()),
    reason: v.string(),
    kind: v.optional(reportKind),
    message: v.optional(namedMessage),
  },
  returns: v.null(),
  handler: async (ctx, { reportedUserId, reason, kind, message }) =>
    await fileReport(ctx, ctx.me, reportedUserId, { reason, kind, message }),
});

/** Parts me for good from somebody whom I may see, without a report. They are not told. */
export const block = memberMutation({
  hasOwnLimit: true,
  args: { profileId: v.string() },
  returns: v.null(),
  handler: async (ctx, { profileId }) => await blockSomebody(ctx, ctx.me, profileId),
});
