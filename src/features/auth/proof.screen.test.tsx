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
const link = "ab".repeat(32);
const signUpLink = (token: string) => `/auth#signUp=${token}&email=${encodeURIComponent(email)}`;

const chosen = { Password: password, "Confirm Password": password };
const strong = { "New Password": "Correct horse 42!", "Confirm Password": "Correct horse 42!" };

type Proven = (typeof api.auth)["sendOtp" | "verifyOtp" | "resetPassword"] | typeof api.contact.send;
type Form = [what: string, fn: Proven, path: string, typed: Record<string, string>, send: string, done: string];
const forms: Form[] = [
  ["a code", api.auth.sendOtp, "/auth", { Email: email }, "Send OTP", "OTP sent to your email!"],
  ["a new password", api.auth.resetPassword, `/reset-password/${link}`, strong, "Reset Password", "Password changed."],
  ["an account", api.auth.verifyOtp, signUpLink(link), chosen, "Verify OTP", "Email verified successfully!"],
  [
    "a message to the organisers",
    api.contact.send,
    "/contact",
    { Name: "Asha", Email: email, Subject: "Lost wristband", Message: "Blue." },
    "Send Message",
    "Message sent successfully!",
  ],
];

test.each(forms)("the page solves a puzzle before %s, unseen by the person", async (_, fn, path, typed, send, done) => {
  const puzzle = await newPuzzle();
  deployment.answer(fn, ({ proof }: { proof?: string }) => (proof ? null : refuse(puzzle)));
  show(path);
  await type(typed);
  await page.getByRole("button", { name: send }).click();
  await expect.poll(() => deployment.calls(fn)).toHaveLength(2);
  await expect.element(page.getByText(done).first()).toBeVisible();
  await expect.element(page.getByText(tooMany)).not.toBeInTheDocument();
  const proofs = deployment.calls(fn).map(({ proof }) => proof);
  expect([proofs[0], await isCorrect(proofs[1])]).toEqual([undefined, true]);
});

test("the page solves a puzzle before a sign-in or a reset link, unseen by the person", async () => {
  const puzzle = await newPuzzle();
  deployment.answer(api.auth.requestReset, ({ proof }) => (proof ? null : refuse(puzzle)));
  deployment.answer(api.profiles.me, newcomer());
  deployment.answer(api.auth.signIn, ({ params }) =>
    (params as { proof?: string }).proof ? { tokens: newTokens() } : refuse(puzzle),
  );
  show("/auth");
  await page.getByRole("button", { name: "Already have an account?" }).click();
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await type({ Email: email });
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect.element(page.getByText("Password reset instructions sent to your email")).toBeVisible();
  await page.getByRole("button", { name: "Back to Login" }).click();
  await type({ Email: email, Password: password });
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect.element(page.getByText("Logged in successfully!")).toBeVisible();
  expect(deployment.calls(api.auth.signIn)[0]?.params).toEqual({ email, password });
});

test("after three puzzles in a row the page gives up, and asks the person to try again in a minute", async () => {
  const puzzle = await newPuzzle();
  deployment.answer(api.auth.sendOtp, () => refuse(puzzle));
  show("/auth");
  await type({ Email: email });
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect.element(page.getByText(tooMany)).toBeVisible();
  expect(deployment.calls(api.auth.sendOtp)).toHaveLength(4);
});

test("the link in the sign-up mail asks only for a password, and is gone from the address bar after use", async () => {
  deployment.answer(api.auth.verifyOtp, null);
  show(signUpLink(link));
  await expect.element(field("Email")).toHaveValue(email);
  await expect.element(field("OTP")).not.toBeInTheDocument();
  await type(chosen);
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect.element(page.getByText("Email verified successfully! Please login.")).toBeVisible();
  expect(deployment.calls(api.auth.verifyOtp)).toEqual([{ email, otp: link, password }]);
  expect(window.location.hash).toBe("");
});

test("a link of the sign-up mail that is pasted into the tab with the code form opens like on a first visit", async () => {
  deployment.answer(api.auth.sendOtp, null);
  deployment.answer(api.auth.verifyOtp, null);
  show("/auth");
  await type({ Email: "typo@college.edu" });
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect.element(field("OTP")).toBeVisible();
  window.location.hash = signUpLink(link).replace("/auth", "");
  await expect.element(field("OTP")).not.toBeInTheDocument();
  await expect.element(field("Email")).toHaveValue(email);
  await type(chosen);
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect.poll(() => deployment.calls(api.auth.verifyOtp)).toEqual([{ email, otp: link, password }]);
});

test("a used sign-up link says so before the person types, and leads to a new code", async () => {
  deployment.answer(api.auth.linkWorks, false);
  show(signUpLink(link));
  await expect.element(page.getByRole("alert")).toHaveTextContent("This link has been used");
  await expect.element(field("Password")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect.element(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
  await expect.element(field("Email")).toHaveValue(email);
});

test("a sign-up link that is no longer valid leads to a new code", async () => {
  deployment.refuse(api.auth.verifyOtp, "BAD_INPUT", "Failed to verify OTP");
  deployment.answer(api.auth.sendOtp, null);
  show(signUpLink(link));
  await type(chosen);
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect.element(page.getByText("Failed to verify OTP")).toBeVisible();
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect.element(field("OTP"), { message: "not the link's token" }).toHaveValue("");
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

async function isCorrect(proof = ""): Promise<boolean> {
  const payload = JSON.parse(atob(proof)) as Payload;
  return (await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: key })).verified;
}
