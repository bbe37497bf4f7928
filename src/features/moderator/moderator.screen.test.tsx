import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, showToModerator } from "../../testing/page";

test("nobody waits", async () => {
  deployment.answer(api.moderator.queue, []);
  deployment.answer(api.moderator.stats, { stats: { pending: 0, approved: 0 }, recentActivity: [] });
  deployment.answer(api.moderator.reports, []);
  deployment.answer(api.payments.refunds, []);
  deployment.answer(api.moderator.claimed, []);
  showToModerator();
  await expect.element(page.getByText("All done")).toBeVisible();
});
