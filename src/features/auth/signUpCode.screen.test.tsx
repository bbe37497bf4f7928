import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { field, hostile, refusesEach, type } from "../../testing/forms";
import { deployment, heading, newTokens, reload, show, stopClock } from "../../testing/page";
import { newcomer } from "../../testing/people";

const email = "asha@college.edu";
const password = `${hostile.script} Aa1${hostile.emoji}`;
const chosen = { OTP: "482913", Password: password, "Confirm Password": password };
const sendOtp = page.getByRole("button", { name: "Send OTP" });
const verify = page.getByRole("button", { name: "Verify OTP" });

test("step 2 keeps its locked email and empty code after a reload and in another tab, and can show the password", async () => {
  await toStep2();
  const otherTab = () => {
    window.sessionStorage.clear();
    reload();
  };
  for (const again of [() => undefined, reload, otherTab]) {
    again();
    await expect.element(field("OTP")).toBeVisible();
    await expect.element(field("Email")).toHaveValue(email);
    await expect.element(field("Email")).toHaveAttribute("readonly");
    await expect.element(field("Confirm Password")).toHaveAttribute("type", "password");
  }
  await expect.element(field("Password")).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect.element(field("Password")).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect.element(field("Password")).toHaveAttribute("type", "password");
  expect(deployment.calls(api.auth.sendOtp)).toHaveLength(1);
});

test("step 2 refuses bad codes and passwords, and accepts a password of any characters once", async () => {
  await toStep2();
  await field("Password").fill("aB");
  await expect.element(page.getByRole("meter", { name: "Password strength" })).toHaveAttribute("aria-valuenow", "2");
  const tooShort = "Password must be at least 8 characters";
  await refusesEach("Verify OTP", chosen, [
    [{ OTP: "", Password: "", "Confirm Password": "" }, "Failed to verify OTP", tooShort],
    [{ OTP: "abcdef", Password: "seven 7" }, "Failed to verify OTP", tooShort],
    [{ "Confirm Password": `${password} ` }, "Passwords do not match!"],
  ]);
  expect(deployment.calls(api.auth.verifyOtp)).toEqual([]);
  deployment.answer(api.auth.verifyOtp, null);
  await type({ OTP: " 482913 " });
  await verify.dblClick();
  await expect.element(page.getByText("Email verified successfully! Please login.")).toBeVisible();
  await expect.element(page.getByText("Failed to verify OTP")).not.toBeInTheDocument();
  expect(deployment.calls(api.auth.verifyOtp)).toEqual([{ email, otp: "482913", password }]);
});

test.each(["123-456", " 123 456"])("a code pasted in two groups, %j, is the code", async (pasted) => {
  await toStep2();
  await field("OTP").fill(pasted);
  await expect.element(field("OTP")).toHaveValue("123456");
});

test("a refused code keeps the password, and its field says why: wrong with the tries left, too many attempts, or expired", async () => {
  await toStep2();
  await type(chosen);
  const expectError = (text: string) => expect.element(field("OTP")).toHaveAccessibleDescription(text);
  deployment.refuse(api.auth.verifyOtp, "BAD_INPUT", "Failed to verify OTP", { triesLeft: 3 });
  await verify.click();
  await expect
    .element(page.getByRole("listitem").getByText("Failed to verify OTP"), { message: "in a toast" })
    .toBeVisible();
  await expect.element(field("OTP")).toHaveAttribute("aria-invalid", "true");
  await expectError("That code isn't right. 3 tries left.");
  await expect.element(field("OTP")).toHaveFocus();
  await expect.element(field("Password")).toHaveValue(password);
  deployment.refuse(api.auth.verifyOtp, "BAD_INPUT", "Failed to verify OTP", { triesLeft: 1 });
  await verify.click();
  await expectError("That code isn't right. 1 try left.");
  deployment.refuse(api.auth.verifyOtp, "TOO_MANY_TRIES", "Too many attempts. Please try again in a minute.");
  await verify.click();
  await expectError("Too many attempts. Please try again in a minute.");
  stopClock();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  await verify.click();
  await expectError("That code has expired. Send a new code.");
});

test("an accepted code takes the error of an earlier try away", async () => {
  await toStep2();
  await type(chosen);
  const refusal = page.getByRole("listitem").getByText("Failed to verify OTP");
  deployment.refuse(api.auth.verifyOtp, "BAD_INPUT", "Failed to verify OTP", { triesLeft: 3 });
  await verify.click();
  await expect.element(refusal).toBeVisible();
  deployment.answer(api.auth.verifyOtp, null);
  await verify.click();
  await expect.element(page.getByText("Email verified successfully! Please login.")).toBeVisible();
  expect(refusal.query()).toBeNull();
});

test("step 2 accepts a weak password, leads to an empty sign-in form, and from there to 'Create your profile'", async () => {
  await toStep2();
  deployment.answer(api.auth.verifyOtp, null);
  await type({ OTP: "482913", Password: "aaaaaaaa", "Confirm Password": "aaaaaaaa" });
  await verify.click();
  await expect.element(heading("Welcome Back")).toHaveFocus();
  await expect.element(field("Email")).toHaveValue("");
  await expect.element(field("Password")).toHaveValue("");

  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  deployment.answer(api.profiles.me, newcomer());
  await type({ Email: email, Password: "aaaaaaaa" });
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect.element(page.getByText("Logged in successfully!")).toBeVisible();
  await expect.element(heading("Create your profile")).toBeVisible();
  expect(window.location.pathname, "no profile yet").toBe("/create-profile");
});

test("a person who enters the same address again gets the code field back, without a second mail", async () => {
  await toStep2();
  await page.getByRole("button", { name: "Use another address" }).click();
  await expect.element(field("Email")).toHaveValue(email);
  await sendOtp.click();
  await expect.element(field("OTP")).toHaveFocus();
  expect(deployment.calls(api.auth.sendOtp)).toHaveLength(1);
});

test("a person can ask for a new code after a minute, and not before", async () => {
  stopClock();
  await toStep2();
  const again = page.getByRole("button", { name: /^Send a new code/ });
  await expect.element(again).toHaveTextContent("Send a new code in 60 s");
  await expect.element(again).toBeDisabled();
  await vi.advanceTimersByTimeAsync(59_000);
  await expect.element(again).toHaveTextContent("Send a new code in 1 s");
  await expect.element(again).toBeDisabled();
  await vi.advanceTimersByTimeAsync(1_000);
  await again.click();
  await expect.element(again).toHaveTextContent("Send a new code in 60 s");
  expect(deployment.calls(api.auth.sendOtp)).toHaveLength(2);
});

test("a new code clears the old code and its error, and keeps the password", async () => {
  stopClock();
  await toStep2();
  await type(chosen);
  deployment.refuse(api.auth.verifyOtp, "BAD_INPUT", "Failed to verify OTP", { triesLeft: 3 });
  await verify.click();
  await expect.element(field("OTP")).toHaveAttribute("aria-invalid", "true");
  await vi.advanceTimersByTimeAsync(60_000);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect.element(field("OTP")).toHaveValue("");
  await expect.element(field("OTP")).toHaveFocus();
  await expect.element(field("OTP")).not.toHaveAttribute("aria-invalid", "true");
  await expect.element(field("Password")).toHaveValue(password);
});

test("if the answer is lost, the page says that the account may already exist, and a new code leads to signing in", async () => {
  stopClock();
  await toStep2();
  await type(chosen);
  deployment.loseNext(api.auth.verifyOtp);
  await verify.click();
  await expect.poll(() => deployment.isReachable).toBe(false);
  deployment.reconnect();
  await expect.element(page.getByText("Your account may already exist: try to log in.")).toBeVisible();

  await vi.advanceTimersByTimeAsync(60_000);
  deployment.refuse(api.auth.sendOtp, "ALREADY_VERIFIED", "Email already registered. Please login with password.");
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect.element(page.getByText("Email already registered. Please login with password.")).toBeVisible();
  await expect.element(heading("Welcome Back")).toBeVisible();
  await expect.element(field("Email")).toHaveValue(email);
});

test("after the code has expired, a reload leads back to the first step", async () => {
  stopClock();
  await toStep2();
  vi.setSystemTime(Date.now() + 10 * 60_000);
  reload();
  await expect.element(sendOtp).toBeVisible();
});

async function toStep2() {
  deployment.answer(api.auth.sendOtp, null);
  show("/auth");
  await type({ Email: email });
  await sendOtp.click();
  await expect.element(field("OTP")).toBeVisible();
}
