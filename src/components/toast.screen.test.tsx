import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { toast } from "../lib/toast";
import { deployment, showTo } from "../testing/page";
import { card, deck, member } from "../testing/people";

test("on a phone a toast lies between the corners, so that it covers no Report, and takes no tap", async () => {
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  showTo(member(), "/swipe");
  const report = page.getByRole("button", { name: "Report Ravi" });
  await expect.element(report).toBeVisible();
  toast.error("Failed to process swipe. Please check your connection and try it once again in a moment.");
  const shown = page.getByText(/^Failed to process swipe/);
  await expect.element(shown).toBeVisible();
  const box = shown.element().closest("[data-sonner-toast]")!;
  await expect
    .poll(() => box.getBoundingClientRect().right)
    .toBeLessThan(report.element().getBoundingClientRect().left);
  expect(getComputedStyle(box).pointerEvents).toBe("none");
  expect(box.getBoundingClientRect().left).toBeGreaterThanOrEqual(56);
});
