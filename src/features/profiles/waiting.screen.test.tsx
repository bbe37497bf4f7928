import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { withTexts } from "../../../convex/shared/festivalTexts";
import { festival } from "../../testing/festival";
import { field, hostile, type } from "../../testing/forms";
import { deployment, heading, reload, showTo, stopClock } from "../../testing/page";
import { applicant, card, deck, member, newcomer } from "../../testing/people";

const suspended = {
  moderationStatus: "suspended",
  suspension: { reason: hostile.script, at: Date.UTC(2025, 11, 18, 5, 0) },
} as const;

test("an approval leads the applicant to /swipe at once", async () => {
  const me = showWaiting();
  await expect.element(heading("Profile Under Review")).toBeVisible();
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "approved" });
  await expect.element(heading("Ravi, 22")).toBeVisible();
  expect(window.location.pathname).toBe("/swipe");
});

test("an applicant reads that a mail will come, and about how long the review takes", async () => {
  const works = { state: "working", since: null } as const;
  const status = { approvals: works, mails: works, payments: works, changedAt: null };
  showWaiting();
  await expect.element(page.getByText("It usually takes less than an hour.")).toBeVisible();
  await expect.element(page.getByText(/e-mail you at asha@college\.edu/)).toBeVisible();
  deployment.answer(api.numbers.status, { ...status, reviewMinutes: 20 });
  await expect.element(page.getByText("Right now it takes about 20 minutes.")).toBeVisible();
  deployment.answer(api.numbers.status, { ...status, reviewMinutes: 120 });
  await expect.element(page.getByText("Right now it takes about 2 hours.")).toBeVisible();
  deployment.answer(api.numbers.status, { ...status, approvals: { state: "slow", since: 1 }, reviewMinutes: 20 });
  await expect.element(page.getByText("Right now it takes more than an hour. Nothing is lost.")).toBeVisible();
});

test("an applicant can correct their profile, and returns to the waiting page", async () => {
  deployment.answer(api.profiles.update, null);
  showWaiting();
  await page.getByRole("link", { name: "Correct your profile" }).click();
  await expect.element(field("Bio")).toHaveValue("Front row, left of the sound desk.");
  await type({ Bio: "Second row, by now." });
  await page.getByRole("button", { name: "Update Profile" }).click();
  await expect.element(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect.element(heading("Profile Under Review")).toBeVisible();
  expect(deployment.calls(api.profiles.update)).toMatchObject([{ profile: { bio: "Second row, by now." } }]);
  expect(window.location.pathname + window.location.search).toBe("/moderation-pending");
});

test("an approval in mid-sentence opens the members' form with the typed text, and a toast that it is not sent yet", async () => {
  const me = await showCorrection();
  await type({ Bio: "Second row, by" });
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "approved" });
  await expect.element(page.getByText("Your profile is approved. Your changes are not sent yet.")).toBeVisible();
  await expect.element(field("Bio")).toHaveValue("Second row, by");
  expect(window.location.pathname).toBe("/edit-profile");
});

test("an approval while the form is open and unchanged leads to the deck", async () => {
  const me = await showCorrection();
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "approved" });
  await expect.element(heading("Ravi, 22")).toBeVisible();
  expect(window.location.pathname).toBe("/swipe");
  await expect.element(page.getByText(/not sent yet/)).not.toBeInTheDocument();
});

test("a rejected person reads why, as text, and after 3 s is signed out at /auth, where the reason stays", async () => {
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
  reload();
  await expect.element(page.getByText("Why your profile was not approved")).toBeVisible();
  await expect.element(page.getByText(hostile.script)).toBeVisible();
  expect(document.title).not.toBe("owned");
});

test("a rejected person is not invited to sign up again while sign-ups are closed", async () => {
  const me = showWaiting();
  deployment.answer(api.festival.settings, withTexts({ ...festival, signUps: "closed" }));
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "rejected", maySignUpAgain: true });
  await expect.element(page.getByText("A moderator did not approve your profile.", { exact: true })).toBeVisible();
});

test("a person whose address was rejected too often reads where to write", async () => {
  const me = showWaiting();
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "rejected" });
  await expect.element(page.getByText(/This address cannot sign up again\. Write to .+@.+/)).toBeVisible();
});

test("a suspended person reads that they are suspended, and is back on /swipe when a moderator restores them", async () => {
  const me = member(suspended);
  showTo(me, "/moderation-pending");
  await expect.element(heading("Profile Suspended")).toBeVisible();
  deployment.answer(api.profiles.me, { ...me, moderationStatus: "approved", suspension: null });
  await expect.element(heading("No More Profiles")).toBeVisible();
});

test("a suspended person reads why, when it began and what it means", async () => {
  showTo(member(suspended), "/swipe");
  await expect.element(heading("Profile Suspended")).toBeVisible();
  await expect.element(page.getByText("Since 18 December at 10:30")).toBeVisible();
  await expect.element(page.getByText(hostile.script)).toBeVisible();
  await expect.element(page.getByText(/No one sees it, and you can't swipe or see your matches/)).toBeVisible();
  expect(document.title).not.toBe("owned");
});

test("a suspended person answers by the contact form, with their own name and address, marked as an appeal", async () => {
  showTo(member(suspended), "/matches");
  await page.getByRole("link", { name: "Reply" }).click();
  await expect.element(heading("Your reply")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/moderation-pending");
  await expect.element(field("Name")).toHaveValue("Asha");
  await expect.element(field("Email")).toHaveValue("asha@college.edu");
  await expect.element(field("Email")).toHaveAttribute("readonly");
  await expect.element(field("Subject")).toHaveValue("My suspension");
  deployment.answer(api.contact.send, null);
  await type({ Message: "It was not me." });
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect.element(page.getByText("Message sent successfully! We will get back to you soon.")).toBeVisible();
  const answer = { name: "Asha", email: "asha@college.edu", subject: "My suspension", message: "It was not me." };
  expect(deployment.calls(api.contact.send)).toEqual([{ ...answer, appeal: true }]);
});

test.each([
  ["a suspended person", () => showTo(member(suspended), "/moderation-pending")],
  ["a person under review", () => showWaiting()],
  ["a person without a profile", () => showTo(newcomer(), "/create-profile")],
])("%s may sign out, and may delete their account", async (_, open) => {
  deployment.answer(api.auth.deleteAccount, null);
  open();
  await expect.element(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("delete my acc");
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect.element(page.getByText("Account deleted successfully")).toBeVisible();
  await expect.element(heading("Welcome Back")).toBeVisible();
});

async function showCorrection() {
  const me = showWaiting();
  await page.getByRole("link", { name: "Correct your profile" }).click();
  await expect.element(field("Bio")).toBeVisible();
  return me;
}

function showWaiting() {
  const me = applicant();
  showTo(me, "/moderation-pending");
  return me;
}
