import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { toast } from "../lib/toast";
import { festival } from "../testing/festival";
import { deployment, resize, showTo, stopClock, turnPage } from "../testing/page";
import { card, deck, member } from "../testing/people";

test("on a phone a toast leaves the Report button uncovered, and lets taps through", async () => {
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  showTo(member(), "/swipe");
  const report = page.getByRole("button", { name: "Report Ravi" });
  await expect.element(report).toBeVisible();
  toast.error("Failed to process swipe. Please check your connection and try it once again in a moment.");
  const shown = page.getByText(/^Failed to process swipe/);
  await expect.element(shown).toBeVisible();
  const box = shown.element().closest("[data-toast]")!;
  await expect
    .poll(() => box.getBoundingClientRect().right)
    .toBeLessThan(report.element().getBoundingClientRect().left);
  expect(getComputedStyle(box).pointerEvents).toBe("none");
  expect(box.getBoundingClientRect().left).toBeGreaterThanOrEqual(56);
});

test.each([390, 820])("a toast leaves an announcement uncovered at %i px", async (width) => {
  await resize(width, 844);
  const text = "The main stage opens an hour later, and the gates with it. ".repeat(4);
  deployment.answer(api.festival.settings, { ...festival, announcement: { text, until: null, at: Date.now() } });
  showTo(member(), "/matches");
  const above = page.getByRole("button", { name: "Dismiss" });
  await expect.element(above).toBeVisible();
  toast.error("Nothing was sent.");
  await expect.element(page.getByText("Nothing was sent.")).toBeVisible();
  const gap = () =>
    page.getByText("Nothing was sent.").element().closest("[data-toast]")!.getBoundingClientRect().top -
    above.element().parentElement!.getBoundingClientRect().bottom;
  await expect.poll(gap).toBeGreaterThan(0);
});

test("on a phone a toast leaves the ribbon of a lost connection visible", async () => {
  stopClock();
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  showTo(member(), "/swipe");
  await expect.element(page.getByRole("button", { name: "Report Ravi" })).toBeVisible();
  deployment.disconnect();
  await vi.advanceTimersByTimeAsync(1_600);
  const ribbon = page.getByText(/^(No connection|Offline)\./);
  await expect.element(ribbon).toBeVisible();
  toast.error("Nothing was sent.");
  const shown = page.getByText("Nothing was sent.");
  await expect.element(shown).toBeVisible();
  await expect
    .poll(() => shown.element().closest("[data-toast]")!.getBoundingClientRect().top)
    .toBeGreaterThanOrEqual(ribbon.element().getBoundingClientRect().bottom);
});

test("a success is shown for two seconds and an error for four, and a tab in the background keeps both", async () => {
  stopClock();
  showTo(member(), "/swipe");
  await expect.element(page.getByRole("link", { name: "Matches" })).toBeVisible();
  turnPage("hidden");
  toast.success("Saved.");
  toast.error("Not sent.");
  await vi.advanceTimersByTimeAsync(60_000);
  turnPage("visible");
  await expect.element(page.getByText("Saved.")).toBeVisible();
  await vi.advanceTimersByTimeAsync(2_300);
  await expect.element(page.getByText("Saved.")).not.toBeInTheDocument();
  await expect.element(page.getByText("Not sent.")).toBeVisible();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(page.getByText("Not sent.")).not.toBeInTheDocument();
});
