import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { NETWORK_FREE_DELAY, whenNetworkIsFree } from "../lib/freeNetwork";
import { type } from "../testing/forms";
import { deployment, everythingShown, heading, newTokens, show, showTo, stopClock } from "../testing/page";
import { applicant, deck, member, newcomer } from "../testing/people";

const membersOnly = [
  "/swipe",
  "/matches",
  "/profile",
  "/edit-profile",
  "/upgrade",
  "/payment-success?order_id=order_1",
];

test("opening the app queries the festival's settings and the signed-in person once each", async () => {
  deployment.answer(api.swipes.deck, deck());
  showTo(member(), "/swipe");
  await expect.element(heading("No More Profiles")).toBeVisible();
  await expect.poll(() => deployment.calls(api.festival.settings)).toHaveLength(1);
  expect(deployment.calls(api.profiles.me)).toHaveLength(1);
});

test("the page prefetches nothing before it knows who is signed in", async () => {
  stopClock();
  const fetchAhead = vi.fn();
  showTo(member(), "/profile");
  const me = deployment.hold(api.profiles.me);
  await expect.element(page.getByRole("status", { name: "Loading" })).toBeVisible();
  onTestFinished(whenNetworkIsFree(fetchAhead));
  await vi.advanceTimersByTimeAsync(2 * NETWORK_FREE_DELAY);
  expect(fetchAhead).not.toHaveBeenCalled();

  me.answer(member());
  await expect.element(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(NETWORK_FREE_DELAY);
  expect(fetchAhead).toHaveBeenCalledOnce();
});

for (const path of [...membersOnly, "/moderation-pending", "/create-profile"]) {
  test(`a visitor at ${path} is sent to /auth`, async () => {
    show(path);
    await leadsTo("/auth");
    await expect.element(heading("Welcome Back")).toBeVisible();
  });
}

for (const path of [...membersOnly, "/moderation-pending", "/auth"]) {
  test(`a person without a profile at ${path} is sent to /create-profile`, async () => {
    showTo(newcomer(), path);
    await leadsTo("/create-profile");
  });
}

for (const path of [...membersOnly, "/create-profile", "/auth"]) {
  test(`an applicant at ${path} is sent to /moderation-pending`, async () => {
    showTo(applicant(), path);
    await leadsTo("/moderation-pending");
    await expect.element(heading("Profile Under Review")).toBeVisible();
  });
}

for (const [path, where] of [
  ["/create-profile", "/profile"],
  ["/moderation-pending", "/swipe"],
  ["/auth", "/swipe"],
  ["/explore", "/swipe"],
] as const) {
  test(`a member at ${path} is sent to ${where}`, async () => {
    deployment.answer(api.swipes.deck, deck());
    showTo(member(), path);
    await leadsTo(where);
  });
}

test("a visitor to a thread's address gets there after the sign-in", async () => {
  show("/matches/match1?from=mail");
  await expect.element(heading("Welcome Back")).toBeVisible();
  await signInAsMember();
  await expect.poll(() => window.location.pathname + window.location.search).toBe("/matches/match1?from=mail");
});

test("a sign-in after a sign-out leads to the deck, not to the previous person's screen", async () => {
  deployment.answer(api.auth.signOut, null);
  showTo(member(), "/profile");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.element(heading("Welcome Back")).toBeVisible();
  deployment.answer(api.swipes.deck, deck());
  await signInAsMember();
  await leadsTo("/swipe");
});

test.each([
  ["a visitor", () => show("/profile"), "Welcome Back"],
  ["a person without a profile", () => showTo(newcomer(), "/profile"), "Create your profile"],
  ["an applicant", () => showTo(applicant(), "/profile"), "Profile Under Review"],
] as const)("%s who is sent away from /profile never sees it, not even for a moment", async (_, open, there) => {
  const shown = everythingShown();
  open();
  await expect.element(heading(there)).toBeVisible();
  expect(shown()).toContain(there);
  expect(shown()).not.toMatch(/Danger Zone|Daily Swipes|Matches/);
});

test("an applicant can reach the contact form and the terms", async () => {
  showTo(applicant(), "/moderation-pending");
  const more = page.getByRole("contentinfo");
  await expect.element(more.getByRole("link", { name: "Terms" })).toHaveAttribute("href", "/terms");
  await more.getByRole("link", { name: "Contact" }).click();
  await expect.element(page.getByRole("button", { name: "Send Message" })).toBeVisible();
  await leadsTo("/contact");
});

async function signInAsMember() {
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  deployment.answer(api.profiles.me, member());
  await type({ Email: "asha@college.edu", Password: "correct horse 42" });
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function leadsTo(path: string) {
  await expect.poll(() => window.location.pathname).toBe(path);
}
