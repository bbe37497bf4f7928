/** REST: reports. */
import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { forMember, type Endpoint } from "./endpoint";

export const report: Endpoint = forMember.says("Report submitted successfully", {
  does: "Tells the moderators about somebody and hides the two from each other. Once for a pair.",
  takes: bodies.report,
  otherwise: "Failed to submit report",
  refuses: [404, 429],
  run: async ({ client, body: { reportedUserId, reason } }) =>
    await client.mutation(api.reports.file, { reportedUserId, reason }),
});
