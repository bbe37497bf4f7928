/** REST: reports. */
import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { forMember, type Endpoint } from "./endpoint";

export const report: Endpoint = forMember.says("Report submitted successfully", {
  does: "Tells the moderators about somebody and hides the two from each other. Once for a pair.",
  takes: bodies.report,
  otherwise: "Failed to submit report",
  refuses: [404],
  run: async ({ client, body: { reportedUserId, reason, kind, message } }) =>
    await client.mutation(api.reports.file, {
      ...{ reportedUserId, reason },
      ...(kind && { kind }),
      ...(message && { message }),
    }),
});

export const block: Endpoint = forMember.says("Blocked successfully", {
  does: "Parts the two for good, without a report. The other is not told.",
  takes: bodies.block,
  otherwise: "Failed to block. Please try again.",
  refuses: [404],
  run: async ({ client, body }) => await client.mutation(api.reports.block, body),
});
