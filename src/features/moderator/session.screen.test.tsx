import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { badAddress, hostile, refusesEach } from "../../testing/forms";
import { deployment, everythingShown, newTokens, show, showTo, showToModerator } from "../../testing/page";
import { member } from "../../testing/people";
import { answerDashboard, showDashboard, submission } from "./desk.testing";

const right = { Email: "mira@festival.test", Password: `${hostile.script} Aa1${hostile.emoji}` };
const signIn = page.getByRole("button", { name: "Sign In" });
const dashboard = page.getByRole("heading", { name: "Moderator Dashboard" });
const login = page.getByRole("heading", { name: "Moderator Login" });
const pathname = () => window.location.pathname;

test("a visitor to the dashboard is sent to the sign-in, which refuses bad input with its sentence, and wrong input with 'Login failed'", async () => {
  show("/moderator/dashboard");
  await expect.element(login).toBeVisible();
  await refusesEach("Sign In", right, [
    ...badAddress,
    [{ Email: "", Password: "" }, "Please enter your email", "Please enter your password"],
  ]);
  expect(deployment.calls(api.auth.signIn)).toEqual([]);
  deployment.refuse(api.auth.signIn, "UNAUTHENTICATED", "Login failed");
  await refusesEach("Sign In", right, [[{ Password: hostile.script }, "Login failed"]]);
  expect(pathname()).toBe("/moderator/login");

  answerDashboard({});
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  await signIn.click();
  await expect.element(dashboard).toBeVisible();
  expect(pathname()).toBe("/moderator/dashboard");
  expect(deployment.calls(api.auth.signIn).at(-1)).toMatchObject({
    provider: "moderator",
    params: { email: right.Email, password: right.Password },
  });
});

test.each(["/moderator/dashboard", "/staff/security", "/organiser", "/organiser/people"])(
  "an attendee who opens %s sees nothing of it, and is sent to the moderators' sign-in",
  async (path) => {
    answerDashboard({ queue: [submission("Ravi")] });
    deployment.refuse(api.staff.me, "FORBIDDEN", "Moderators only");
    const shown = everythingShown();
    showTo(member(), path);
    await expect.element(login).toBeVisible();
    expect(pathname()).toBe("/moderator/login");
    expect(shown()).not.toMatch(/Ravi|Pending|Moderator Dashboard|Organise|Sign Out|Your password/);
    expect(deployment.calls(api.moderator.waiting), "nothing is read").toEqual([]);
  },
);

test("a moderator is not signed in as an attendee in the same browser", async () => {
  answerDashboard({});
  showToModerator("/swipe");
  await expect.element(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  expect(pathname()).toBe("/auth");
});

test("signing out leads back to the moderators' sign-in", async () => {
  await showDashboard();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.element(page.getByText("Signed out successfully")).toBeVisible();
  await expect.element(login).toBeVisible();
  expect(JSON.stringify(window.localStorage)).not.toMatch(/eyJ/);
});

test("an ended session is announced, and leads back to the moderators' sign-in", async () => {
  await showDashboard();
  for (const query of [api.staff.me, api.moderator.waiting])
    deployment.refuse(query, "UNAUTHENTICATED", "Session expired. Please login again.");
  await expect.element(page.getByText("Session expired. Please login again.")).toBeVisible();
  await expect.element(login).toBeVisible();
});

test("a dashboard that cannot be loaded says 'Failed to load data', and Try Again loads it", async () => {
  let isBroken = true;
  answerDashboard({});
  deployment.answer(api.moderator.stats, () => {
    if (isBroken) throw new Error("Server Error");
    return { stats: { pending: 0, approved: 0 }, recentActivity: [] };
  });
  showToModerator();
  await expect.element(page.getByText("Failed to load data")).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect.element(dashboard).toBeVisible();
});
