import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { badAddress, field, hostile, refusesEach, type } from "../../testing/forms";
import { deployment, show } from "../../testing/page";

const token = "0".repeat(64);
const email = "asha@college.edu";
const password = `${hostile.script} Aa1${hostile.emoji}`;
const chosen = { "New Password": password, "Confirm Password": password };
const reset = page.getByRole("button", { name: "Reset Password" });
const sent = page.getByText("Password reset instructions sent to your email");
const pathname = () => window.location.pathname;

test("the reset form refuses invalid addresses, sends one mail for two Enters, and keeps its confirmation on screen", async () => {
  await askForReset();
  await refusesEach("Reset Password", { Email: email }, badAddress);
  deployment.answer(api.auth.requestReset, null);
  await type({ Email: email });
  for (let press = 0; press < 2; press++) await userEvent.keyboard("{Enter}");
  await expect.element(sent).toBeVisible();
  expect(deployment.calls(api.auth.requestReset)).toEqual([{ email }]);
  await expect.element(sent, { message: "the toast closes, the confirmation stays" }).not.toBeInTheDocument();
  await expect.element(page.getByRole("status").filter({ hasText: `If ${email} has an account` })).toBeVisible();
  await page.getByRole("button", { name: "Back to Login" }).click();
  await expect.element(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
});

test("if the reset link cannot be sent, the form says 'Failed to send reset instructions' and keeps the address", async () => {
  await askForReset();
  deployment.break(api.auth.requestReset);
  await type({ Email: email });
  await reset.click();
  await expect.element(page.getByText("Failed to send reset instructions")).toBeVisible();
  await expect.element(field("Email")).toHaveValue(email);
});

test("a new password must be strong and typed the same twice, and is set once", async () => {
  show(`/reset-password/${token}`);
  await refusesEach("Reset Password", chosen, [
    [{ "New Password": "", "Confirm Password": "" }, "Please choose a stronger password"],
    [{ "New Password": "aaaaaaaa" }, "Please choose a stronger password"],
    [{ "New Password": hostile.invisible }, "Please choose a stronger password"],
    [{ "New Password": "aB3" }, "Password must be at least 8 characters"],
    [{ "New Password": `aB3!${hostile.long}` }, "Password must be at most 128 characters"],
    [{ "Confirm Password": hostile.emoji }, "Passwords do not match"],
  ]);
  expect(deployment.calls(api.auth.resetPassword)).toEqual([]);
  deployment.answer(api.auth.resetPassword, null);
  await reset.dblClick();
  await expect.element(page.getByText("Password changed. Please login.")).toBeVisible();
  await expect.element(page.getByText("Invalid reset link")).not.toBeInTheDocument();
  await expect.poll(pathname).toBe("/auth");
  expect(deployment.calls(api.auth.resetPassword)).toEqual([{ token, password }]);
});

test("if the answer is lost, the page says that the new password may already work", async () => {
  show(`/reset-password/${token}`);
  await type(chosen);
  deployment.loseNext(api.auth.resetPassword);
  await reset.click();
  await expect.poll(() => deployment.isReachable).toBe(false);
  deployment.reconnect();
  await expect.element(page.getByText("Your new password may already work: try to log in.")).toBeVisible();
});

test("an answer that comes after the person has left the reset form leads nowhere", async () => {
  show(`/reset-password/${token}`);
  await type(chosen);
  const answer = deployment.hold(api.auth.resetPassword);
  await reset.click();
  await expect.poll(() => deployment.calls(api.auth.resetPassword)).toHaveLength(1);
  window.history.pushState({}, "", "/contact");
  window.dispatchEvent(new PopStateEvent("popstate"));
  await expect.element(page.getByRole("button", { name: "Send Message" })).toBeVisible();
  answer.answer(null);
  await expect.element(page.getByText("Password changed. Please login.")).toBeVisible();
  expect(pathname()).toBe("/contact");
});

test("an invalid reset link leads to a new one", async () => {
  show(`/reset-password/${token}`);
  deployment.refuse(api.auth.resetPassword, "BAD_INPUT", "Invalid reset link");
  await type(chosen);
  await reset.click();
  await expect.element(page.getByText("Invalid reset link")).toBeVisible();
  await page.getByRole("link", { name: "Send a new link" }).click();
  await expect.element(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expect.element(field("Email")).toBeVisible();
});

test("a used reset link says so before the person types", async () => {
  deployment.answer(api.auth.linkWorks, false);
  show(`/reset-password/${token}`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("This link has been used");
  await expect.element(field("New Password")).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Send a new link" }).click();
  await expect.element(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  expect(deployment.calls(api.auth.linkWorks)).toEqual([{ token }]);
});

test("a page that has just used its link does not report it as used", async () => {
  deployment.answer(api.auth.linkWorks, true);
  show(`/reset-password/${token}`);
  await type(chosen);
  const answer = deployment.hold(api.auth.resetPassword);
  await reset.click();
  await expect.poll(() => deployment.calls(api.auth.resetPassword)).toHaveLength(1);
  deployment.answer(api.auth.linkWorks, false);
  answer.answer(null);
  await expect.element(page.getByText("Password changed. Please login.")).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("a link without a token is invalid and leads to /auth", async () => {
  show("/reset-password");
  await expect.element(page.getByText("Invalid reset link")).toBeVisible();
  await expect.poll(pathname).toBe("/auth");
});

async function askForReset() {
  show("/login");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await expect.element(page.getByRole("button", { name: "Back to Login" })).toBeVisible();
}
