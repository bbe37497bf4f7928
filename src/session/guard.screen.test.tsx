import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { NETWORK_FREE_DELAY, whenNetworkIsFree } from "../lib/freeNetwork";
import { type } from "../testing/forms";
import { deployment, everythingShown, heading, newTokens, show, showTo, stopClock } from "../testing/page";
import { applicant, member, newcomer } from "../testing/people";
import { renderedComponents } from "../testing/renders";

const membersOnly = [
  "/swipe",
  "/matches",
  "/profile",
  "/edit-profile",
  "/upgrade",
  "/payment-success?order_id=order_1",
];

test("opening the app queries the festival's settings and the signed-in person once each", async () => {
  showTo(member(), "/swipe");
  await expect.element(heading("No More Profiles")).toBeVisible();
  await expect.poll(() => deployment.calls(api.festival.settings)).toHaveLength(1);
  expect(deployment.calls(api.profiles.me)).toHaveLength(1);
});

test("a change of a member's own data renders their screen again, but not the tabs and the frame around it", async () => {
  const me = member();
  showTo(me, "/profile");
  await expect.element(heading(/^Asha/)).toBeVisible();
  const rendered = renderedComponents();
  deployment.answer(api.profiles.me, { ...me, bio: "Front row, left of the sound desk." });
  await expect.element(page.getByText("Front row, left of the sound desk.")).toBeVisible();

  expect(rendered).toContain("ProfileScreen");
  for (const frame of ["UpgradeProvider", "MemberLayout", "Navigation"]) expect(rendered).not.toContain(frame);
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

for (const [who, open, home, title] of [
  ["a visitor", show, "/auth", "Welcome Back"],
  ["a person without a profile", (path) => showTo(newcomer(), path), "/create-profile", "Create your profile"],
  ["an applicant", (path) => showTo(applicant(), path), "/moderation-pending", "Profile Under Review"],
] as [string, (path: string) => void, string, string][]) {
  const others = ["/auth", "/create-profile", "/moderation-pending"].filter((path) => path !== home);
  test.each([...membersOnly, ...others])(`${who} at %s is sent to ${home}`, async (path) => {
    open(path);
    await leadsTo(home);
    await expect.element(heading(title)).toBeVisible();
  });
}

test.each([
  ["/create-profile", "/profile"],
  ["/moderation-pending", "/swipe"],
  ["/auth", "/swipe"],
  ["/explore", "/swipe"],
])("a member at %s is sent to %s", async (path, where) => {
  showTo(member(), path);
  await leadsTo(where);
});

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
