/** REST: reports. */
import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { endpoint, type Endpoint } from "./endpoint";
import { done } from "./shapes";

export const report: Endpoint = endpoint({
  does: "Tells the moderators about somebody and hides the two from each other. Once for a pair.",
  may: "member",
  takes: bodies.report,
  gives: done,
  otherwise: "Failed to submit report",
  refuses: [404, 429],
  run: async ({ client, body: { reportedUserId, reason } }) => {
    await client.mutation(api.reports.file, { reportedUserId, reason });
    return { message: "Report submitted successfully" };
  },
});
