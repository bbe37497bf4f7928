import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { badAddress, field, hostile, refusesEach, type } from "../../testing/forms";
import { deployment, heading, newTokens, show, showTo } from "../../testing/page";
import { deck, member, news } from "../../testing/people";

const right = { Email: "asha@college.edu", Password: `${hostile.script} Aa1${hostile.emoji}` };
const signIn = page.getByRole("button", { name: "Sign In" });
const failed = page.getByText("Failed to login");

test("/login opens /auth at the sign-in form, with a button for a forgotten password", async () => {
  show("/login");
  await expect.element(heading("Welcome Back")).toBeVisible();
  expect(window.location.pathname).toBe("/auth");
  await expect.element(field("Password")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Forgot Password?" })).toBeVisible();
});

test("the sign-in form refuses bad addresses and passwords, then signs in once: 'Logged in successfully!' on /swipe", async () => {
  show("/login");
  const missing = "Please enter your email";
  await refusesEach("Sign In", right, [
    ...badAddress,
    [{ Email: "", Password: "" }, missing, "Please enter your password"],
  ]);
  expect(deployment.calls(api.auth.signIn)).toEqual([]);
  deployment.refuse(api.auth.signIn, "UNAUTHENTICATED", "Failed to login");
  await refusesEach("Sign In", right, [[{ Password: hostile.script }, "Failed to login"]]);

  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  deployment.answer(api.profiles.me, member());
  deployment.answer(api.swipes.deck, deck());
  const before = deployment.calls(api.auth.signIn).length;
  await signIn.dblClick();
  await expect.element(page.getByText("Logged in successfully!")).toBeVisible();
  await expect.element(heading("No More Profiles")).toBeVisible();
  expect(window.location.pathname).toBe("/swipe");
  expect(deployment.calls(api.auth.signIn).slice(before)).toMatchObject([
    { provider: "password", params: { email: right.Email, password: right.Password } },
  ]);
  await expect.element(failed, { message: "the error of the earlier try is gone" }).not.toBeInTheDocument();
});

test("the password field says why a sign-in was refused", async () => {
  show("/login");
  await type(right);
  for (const [code, message, description] of [
    ["UNAUTHENTICATED", "Failed to login", "Wrong email or password."],
    ["TOO_MANY_TRIES", "Too many attempts. Please try again in 15 minutes.", /in 15 minutes/],
  ] as const) {
    deployment.refuse(api.auth.signIn, code, message);
    await signIn.click();
    await expect.element(field("Password")).toHaveAccessibleDescription(description);
    await expect.element(field("Password")).toHaveFocus();
  }
});

test("a sign-in that breaks shows 'Failed to login', and can be tried again", async () => {
  show("/login");
  deployment.break(api.auth.signIn);
  await type(right);
  await signIn.click();
  await expect.element(failed).toBeVisible();
  await expect.element(field("Email")).toHaveValue(right.Email);
  await expect.element(signIn, { message: "the button was disabled meanwhile" }).toHaveFocus();
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  deployment.answer(api.profiles.me, member());
  deployment.answer(api.swipes.deck, deck());
  await signIn.click();
  await expect.element(page.getByText("Logged in successfully!")).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 1, name: "Swipe" })).toHaveFocus();
});

test("a forged token leads to /auth and shows no member's screen", async () => {
  window.localStorage.setItem("__convexAuthJWT_attendee", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4fHgifQ.AAAA");
  deployment.refuse(api.profiles.me, "UNAUTHENTICATED", "Session expired. Please login again.");
  show("/matches");
  await expect.element(heading("Welcome Back")).toBeVisible();
  expect(window.location.pathname).toBe("/auth");
  await expect.element(page.getByRole("tab")).not.toBeInTheDocument();
});

test("a signed-in person whose user data cannot be loaded sees an error, and can try again", async () => {
  showTo(member(), "/profile");
  deployment.break(api.profiles.me);
  await expect.element(page.getByRole("alert").getByText("Failed to get user data")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try Again" })).toBeVisible();
});

test("a sign-in works in a browser whose storage is full, until the page is closed", async () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => full.mockRestore());
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  deployment.answer(api.profiles.me, member());
  deployment.answer(api.swipes.deck, deck());
  deployment.answer(api.auth.endSession, null);
  deployment.answer(api.matches.news, news());
  show("/login");
  await type(right);
  await signIn.click();
  await expect.element(heading("No More Profiles")).toBeVisible();
  await page.getByRole("link", { name: "Profile" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.element(heading("Welcome Back")).toBeVisible();
});
