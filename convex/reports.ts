import { v } from "convex/values";
import { memberMutation } from "./functions";
import { blockPerson, fileReport } from "./model/reports/reports";
import { namedMessage } from "./validators/chat";
import { reportKind } from "./validators/moderator";

/**
 * Files a report, at most one per pair. A person the caller cannot see is refused like an unknown id. The kind defaults to
 * `other`. The name is accepted and ignored. If the report names a message, moderators see the messages around it.
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
    await fileReport(ctx, ctx, reportedUserId, { reason, kind, message }),
});

/** Blocks a person the caller can see, permanently and without a report. The person does not learn of it. */
export const block = memberMutation({
  hasOwnLimit: true,
  args: { profileId: v.string() },
  returns: v.null(),
  handler: async (ctx, { profileId }) => await blockPerson(ctx, ctx.me, profileId),
});
