import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { withTexts } from "../../../convex/shared/festivalTexts";
import { badAddress, field, refusesEach, type } from "../../testing/forms";
import { deployment, heading, reload, resize, show } from "../../testing/page";
import { festival } from "../../testing/festival";

const email = "asha@college.edu";
const sendOtp = page.getByRole("button", { name: "Send OTP" });
const verify = page.getByRole("button", { name: "Verify OTP" });
const sent = page.getByText("OTP sent to your email!");

test("'Create Account' asks only for an email, names the ages it is for, and links the terms and the privacy policy", async () => {
  show("/auth");
  await expect.element(heading("Create Account")).toBeVisible();
  await expect.element(sendOtp).toBeVisible();
  expect(page.getByRole("textbox").elements()).toEqual([field("Email").element()]);
  await expect.element(page.getByRole("button", { name: "Forgot Password?" })).not.toBeInTheDocument();
  await expect.element(page.getByText(/^For ages 18 to 30/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "terms" })).toHaveAttribute("href", "/terms");
  await expect.element(page.getByRole("link", { name: "privacy policy" })).toHaveAttribute("href", "/privacy");
});

test("a long festival name leaves the form on a phone's first screen", async () => {
  show("/auth");
  deployment.answer(api.festival.settings, withTexts({ ...festival, name: "Winter Fest of St. Columba and St. Paul" }));
  await expect.element(page.getByText("Winter Fest of St. Columba and St. Paul")).toBeVisible();
  await expect.element(sendOtp).toBeVisible();
  expect(sendOtp.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(844);
});

test("an address wider than a phone wraps, and the wristband does not make a wide screen scroll", async () => {
  const long = "wilhelmina.konstantina.ramanathapuram.venkatasubramanian@college.edu";
  show("/auth");
  deployment.answer(api.auth.sendOtp, null);
  await type({ Email: long });
  await sendOtp.click();
  await expect.element(page.getByText(`We sent a 6-digit code to ${long}.`)).toBeVisible();
  expect(verify.element().getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
  await resize(1440, 900);
  expect(document.documentElement.scrollHeight).toBe(900);
});

test("the form refuses invalid addresses, and sends one mail for two presses", async () => {
  show("/auth");
  await refusesEach("Send OTP", { Email: email }, badAddress);
  expect(deployment.calls(api.auth.sendOtp)).toEqual([]);
  const mailed = deployment.hold(api.auth.sendOtp);
  await type({ Email: ` ${email} ` });
  await sendOtp.dblClick();
  await expect.element(sendOtp).toBeDisabled();
  mailed.answer(null);
  await expect.element(sent).toBeVisible();
  await expect.element(field("OTP")).toHaveFocus();
  expect(deployment.calls(api.auth.sendOtp)).toEqual([{ email }]);
});

test("a registered email switches the form to signing in: 'Email already registered. Please login with password.'", async () => {
  show("/auth");
  deployment.refuse(api.auth.sendOtp, "ALREADY_VERIFIED", "Email already verified. Please login with password.");
  await type({ Email: email });
  await sendOtp.click();
  await expect.element(page.getByText("Email already registered. Please login with password.")).toBeVisible();
  await expect.element(heading("Welcome Back")).toBeVisible();
  await expect.element(field("Email")).toHaveValue(email);
});

test("if the code cannot be sent, the form says 'Failed to send OTP' and keeps the address", async () => {
  show("/auth");
  deployment.break(api.auth.sendOtp);
  await type({ Email: email });
  await sendOtp.click();
  await expect.element(page.getByText("Failed to send OTP")).toBeVisible();
  await expect.element(field("Email")).toHaveValue(email);
  await expect.element(sendOtp).toBeEnabled();
});

test("the page says that a queued code is on its way, even after a reload, until 'OTP sent to your email!'", async () => {
  show("/auth");
  deployment.answer(api.auth.sendOtp, { waiting: "mail 1" });
  deployment.answer(api.auth.codeMail, "waiting");
  await type({ Email: email });
  await sendOtp.click();
  const queuedNote = page.getByText(/^E-mails are slower than usual right now\./);
  const lead = page.getByText(`Your 6-digit code for ${email} is on its way.`);
  await expect.element(queuedNote).toBeVisible();
  await expect.element(sent).not.toBeInTheDocument();
  expect(page.getByText(/on its way/).elements(), "the text appears once").toHaveLength(1);
  reload();
  await expect.element(lead).toBeVisible();
  await expect.element(field("OTP")).toBeVisible();
  expect(deployment.calls(api.auth.codeMail).at(-1)).toEqual({ email, waiting: "mail 1" });

  deployment.answer(api.auth.codeMail, "sent");
  await expect.element(sent).toBeVisible();
  await expect.element(queuedNote).not.toBeInTheDocument();
  await expect.element(page.getByText(`We sent a 6-digit code to ${email}.`)).toBeVisible();
});

test("a queued code that finally fails leads back to the first step: 'Failed to send OTP'", async () => {
  show("/auth");
  deployment.answer(api.auth.sendOtp, { waiting: "mail 1" });
  deployment.answer(api.auth.codeMail, "failed");
  await type({ Email: email });
  await sendOtp.click();
  await expect.element(page.getByText("Failed to send OTP")).toBeVisible();
  await expect.element(sendOtp).toBeEnabled();
  await expect.element(field("Email")).toHaveValue(email);
});

test("the typed address stays when the person switches forms, and the focus moves to the new heading", async () => {
  show("/auth");
  await type({ Email: email });
  await page.getByRole("button", { name: "Already have an account?" }).click();
  await expect.element(heading("Welcome Back")).toHaveFocus();
  await expect.element(field("Email")).toHaveValue(email);
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await expect.element(heading("Forgot your password?")).toHaveFocus();
  await expect.element(field("Email")).toHaveValue(email);
  await page.getByRole("button", { name: "Back to Login" }).click();
  await expect.element(heading("Welcome Back")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(field("Email")).toHaveFocus();
  await page.getByRole("button", { name: "Don't have an account?" }).click();
  await expect.element(heading("Create Account")).toBeVisible();
});

test("while sign-ups are closed there is no sign-up form, and the sign-in form stays within reach", async () => {
  deployment.answer(api.festival.settings, withTexts({ ...festival, signUps: "closed" }));
  show("/auth");
  await expect.element(page.getByRole("heading", { name: "Sign-ups are closed" })).toBeVisible();
  await expect.element(page.getByText("Sign-ups are closed right now.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send OTP" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Already have an account?" }).click();
  await expect.element(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("after the erasure the page has no form, and its only button leads to the front page", async () => {
  show("/login");
  await expect.element(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  deployment.answer(api.festival.settings, { ...withTexts({ ...festival, signUps: "closed" }), appState: "erased" });
  await expect.element(heading("The festival is over")).toHaveFocus();
  expect(page.getByRole("textbox").elements()).toEqual([]);
  const buttons = page.getByRole("main").getByRole("button");
  expect(buttons.elements()).toHaveLength(1);
  await buttons.click();
  await expect.poll(() => window.location.pathname).toBe("/");
});

test("a damaged stored sign-up is ignored", async () => {
  window.localStorage.setItem("draft:signUp", JSON.stringify({ email: { a: 1 }, sentAt: Date.now() }));
  show("/auth");
  await expect.element(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
});
