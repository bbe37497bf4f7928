import { createChallenge, verifySolution, type Payload } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import type { ErrorData } from "../../../convex/shared/errors";
import { field, type } from "../../testing/forms";
import { deployment, newTokens, show } from "../../testing/page";
import { newcomer } from "../../testing/people";

const [email, password] = ["asha@college.edu", "correct horse 42"];
const tooMany = "Too many attempts. Please try again in a minute.";
const key = "the deployment's";

test("a puzzle before a code is solved unseen", async () => {
  const puzzle = await newPuzzle();
  deployment.answer(api.auth.sendOtp, ({ proof }) => (proof ? null : refuse(puzzle)));
  show("/auth");
  await type({ Email: email });
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect.element(page.getByText("OTP sent to your email!")).toBeVisible();
  await expect.element(page.getByText(tooMany)).not.toBeInTheDocument();
  const [first, second] = deployment.calls(api.auth.sendOtp);
  expect(first).toEqual({ email });
  expect(await isRight(second?.proof)).toBe(true);
});

test("a puzzle before a sign-in is solved unseen", async () => {
  const puzzle = await newPuzzle();
  deployment.answer(api.profiles.me, newcomer());
  deployment.answer(api.auth.signIn, ({ params }) =>
    (params as { proof?: string }).proof ? { tokens: newTokens() } : refuse(puzzle),
  );
  show("/auth");
  await page.getByRole("button", { name: "Already have an account?" }).click();
  await type({ Email: email, Password: password });
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect.element(page.getByText("Logged in successfully!")).toBeVisible();
  expect(deployment.calls(api.auth.signIn)[0]?.params).toEqual({ email, password });
});

test("a puzzle before a reset link is solved unseen", async () => {
  const puzzle = await newPuzzle();
  deployment.answer(api.auth.requestReset, ({ proof }) => (proof ? null : refuse(puzzle)));
  show("/auth");
  await page.getByRole("button", { name: "Already have an account?" }).click();
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await type({ Email: email });
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect.element(page.getByText("Password reset instructions sent to your email")).toBeVisible();
});

test("a puzzle before an account is solved unseen", async () => {
  const puzzle = await newPuzzle();
  deployment.answer(api.auth.verifyOtp, ({ proof }) => (proof ? null : refuse(puzzle)));
  show(`/auth#signUp=${"ab".repeat(32)}&email=${encodeURIComponent(email)}`);
  await type({ Password: password, "Confirm Password": password });
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect.element(page.getByText("Email verified successfully! Please login.")).toBeVisible();
});

test("a puzzle before a new password is solved unseen", async () => {
  const puzzle = await newPuzzle();
  deployment.answer(api.auth.resetPassword, ({ proof }) => (proof ? null : refuse(puzzle)));
  show(`/reset-password/${"ab".repeat(32)}`);
  await type({ "New Password": "Correct horse 42!", "Confirm Password": "Correct horse 42!" });
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect
    .poll(() => deployment.calls(api.auth.resetPassword).map(({ proof }) => proof !== undefined))
    .toEqual([false, true]);
});

test("a puzzle before a message to the organisers is solved unseen", async () => {
  const puzzle = await newPuzzle();
  deployment.answer(api.contact.send, ({ proof }) => (proof ? null : refuse(puzzle)));
  show("/contact");
  await type({ Name: "Asha", Email: email, Subject: "Lost wristband", Message: "Blue." });
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect.element(page.getByText("Message sent successfully! We will get back to you soon.")).toBeVisible();
  await expect.element(page.getByText(tooMany)).not.toBeInTheDocument();
});

test("a person who gets one puzzle after another is asked to come back later", async () => {
  const puzzle = await newPuzzle();
  deployment.answer(api.auth.sendOtp, () => refuse(puzzle));
  show("/auth");
  await type({ Email: email });
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect.element(page.getByText(tooMany)).toBeVisible();
  expect(deployment.calls(api.auth.sendOtp)).toHaveLength(4);
});

test("the link in the mail asks for a password alone, and not again once it has led to an account", async () => {
  const token = "ab".repeat(32);
  deployment.answer(api.auth.verifyOtp, null);
  show(`/auth#signUp=${token}&email=${encodeURIComponent(email)}`);
  await expect.element(field("Email")).toHaveValue(email);
  await expect.element(field("OTP")).not.toBeInTheDocument();
  await type({ Password: password, "Confirm Password": password });
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect.element(page.getByText("Email verified successfully! Please login.")).toBeVisible();
  expect(deployment.calls(api.auth.verifyOtp)).toEqual([{ email, otp: token, password }]);
  expect(window.location.hash).toBe("");
});

test("a link that was used says so before anything is typed, and leads to a new code", async () => {
  deployment.answer(api.auth.linkWorks, false);
  show(`/auth#signUp=${"ef".repeat(32)}&email=${encodeURIComponent(email)}`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("This link was used");
  await expect.element(field("Password")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect.element(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
  await expect.element(field("Email")).toHaveValue(email);
});

test("a link that is no longer valid leads to a new code", async () => {
  deployment.refuse(api.auth.verifyOtp, "BAD_INPUT", "Failed to verify OTP");
  deployment.answer(api.auth.sendOtp, null);
  show(`/auth#signUp=${"cd".repeat(32)}&email=${encodeURIComponent(email)}`);
  await type({ Password: password, "Confirm Password": password });
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect.element(page.getByText("Failed to verify OTP")).toBeVisible();
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect.element(field("OTP")).toBeVisible();
});

async function newPuzzle(): Promise<string> {
  const algorithm = "PBKDF2/SHA-256";
  return JSON.stringify(
    await createChallenge({ algorithm, cost: 10, keyPrefix: "0", deriveKey, hmacSignatureSecret: key }),
  );
}

function refuse(puzzle: string): never {
  throw new ConvexError<ErrorData>({ code: "TOO_MANY_TRIES", message: tooMany, retryAfter: 60_000, puzzle });
}

async function isRight(proof = ""): Promise<boolean> {
  const payload = JSON.parse(atob(proof)) as Payload;
  return (await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: key })).verified;
}
