import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { hostile } from "../../testing/forms";
import { deployment, showTo, stopClock } from "../../testing/page";
import { applicant, card, deck } from "../../testing/people";

const heading = (name: string) => page.getByRole("heading", { name });

test("a person who is approved is on /swipe at once", async () => {
  const me = showWaiting();
  await expect.element(heading("Profile Under Review")).toBeVisible();
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "approved" });
  await expect.element(heading("Ravi, 22")).toBeVisible();
  expect(window.location.pathname).toBe("/swipe");
});

test("a rejected person reads why, as text, and after 3 s is at /auth with nothing stored, where they may sign up again", async () => {
  const me = showWaiting();
  await expect.element(heading("Profile Under Review")).toBeVisible();
  stopClock();
  deployment.answer(api.profiles.me, {
    ...me,
    moderationStatus: "rejected",
    rejectionReason: hostile.script,
    maySignUpAgain: true,
  });
  await expect.element(heading("Profile Rejected")).toBeVisible();
  await expect.element(page.getByText(hostile.script)).toBeVisible();
  await expect.element(page.getByText(/You may sign up again/)).toBeVisible();
  await vi.advanceTimersByTimeAsync(2_900);
  await expect.element(heading("Profile Rejected")).toBeVisible();
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(heading("Create Account")).toBeVisible();
  expect(window.location.pathname).toBe("/auth");
  expect(JSON.stringify(window.localStorage)).not.toMatch(/eyJ/);
  expect(document.title).not.toBe("owned");
});

test("whose address was rejected too often reads whom to write to", async () => {
  const me = showWaiting();
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "rejected" });
  await expect.element(page.getByText(/This address cannot sign up again\. Write to .+@.+/)).toBeVisible();
});

test("a suspended person reads so, and is back on /swipe when a moderator restores them", async () => {
  const me = showWaiting();
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "suspended" });
  await expect.element(heading("Profile Suspended")).toBeVisible();
  deployment.answer(api.swipes.deck, deck());
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "approved" });
  await expect.element(heading("No More Profiles")).toBeVisible();
});

function showWaiting() {
  const me = applicant();
  showTo(me, "/moderation-pending");
  return me;
}
