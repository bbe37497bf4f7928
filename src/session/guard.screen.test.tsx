import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { NETWORK_FREE_DELAY, whenNetworkIsFree } from "../lib/freeNetwork";
import { type } from "../testing/forms";
import { deployment, newTokens, show, showTo, stopClock } from "../testing/page";
import { applicant, deck, member, newcomer } from "../testing/people";

const membersOnly = [
  "/swipe",
  "/matches",
  "/profile",
  "/edit-profile",
  "/upgrade",
  "/payment-success?order_id=order_1",
];
const heading = (name: string) => page.getByRole("heading", { name });

test("an opened app asks once for the festival's settings, and for who is signed in", async () => {
  deployment.answer(api.swipes.deck, deck());
  showTo(member(), "/swipe");
  await expect.element(heading("No More Profiles")).toBeVisible();
  await expect.poll(() => deployment.calls(api.festival.settings)).toHaveLength(1);
  expect(deployment.calls(api.profiles.me)).toHaveLength(1);
});

test("nothing is fetched ahead while a slow line still has to say who is signed in", async () => {
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
  test(`a visitor at ${path} comes to /auth`, async () => {
    show(path);
    await leadsTo("/auth");
    await expect.element(heading("Welcome Back")).toBeVisible();
  });
}

for (const path of [...membersOnly, "/moderation-pending", "/auth"]) {
  test(`somebody without a profile at ${path} comes to /create-profile`, async () => {
    showTo(newcomer(), path);
    await leadsTo("/create-profile");
  });
}

for (const path of [...membersOnly, "/create-profile", "/auth"]) {
  test(`at ${path} a waiting person gets only to /moderation-pending`, async () => {
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
  test(`a member at ${path} comes to ${where}`, async () => {
    deployment.answer(api.swipes.deck, deck());
    showTo(member(), path);
    await leadsTo(where);
  });
}

test("the thread of a tapped notification is there after the sign-in", async () => {
  show("/matches/match1?from=mail");
  await expect.element(heading("Welcome Back")).toBeVisible();
  await signInAsMember();
  await expect.poll(() => window.location.pathname + window.location.search).toBe("/matches/match1?from=mail");
});

test("who signs in after a sign-out begins at the deck, not where the one before left", async () => {
  deployment.answer(api.auth.signOut, null);
  showTo(member(), "/profile");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.element(heading("Welcome Back")).toBeVisible();
  deployment.answer(api.swipes.deck, deck());
  await signInAsMember();
  await leadsTo("/swipe");
});

test("nobody sees a screen, not for a blink, that they are sent away from", async () => {
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(document.body.textContent));
  observer.observe(document.body, { childList: true, subtree: true });
  showTo(applicant(), "/profile");
  await expect.element(heading("Profile Under Review")).toBeVisible();
  observer.disconnect();
  expect(seen.join()).not.toMatch(/Danger Zone|Daily Swipes/);
});

test("who waits may ask, and read the terms", async () => {
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
