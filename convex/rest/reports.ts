import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { forMember, type Endpoint } from "./endpoint";

export const report: Endpoint = forMember.returnsMessage("Report submitted successfully", {
  summary: "Reports a person to the moderators and hides the two from each other. Once per pair.",
  takes: bodies.report,
  fallback: "Failed to submit report",
  refuses: [404],
  run: async ({ client, body: { reportedUserId, reason, kind, message } }) =>
    await client.mutation(api.reports.file, {
      ...{ reportedUserId, reason },
      ...(kind && { kind }),
      ...(message && { message }),
    }),
});

export const block: Endpoint = forMember.returnsMessage("Blocked successfully", {
  summary: "Blocks a person permanently, without a report. They do not learn of it.",
  takes: bodies.block,
  fallback: "Failed to block. Please try again.",
  refuses: [404],
  run: async ({ client, body }) => await client.mutation(api.reports.block, body),
});
