import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type } from "../../testing/forms";
import { answerStaff, deployment, newTokens, press, reload, show, showToModerator } from "../../testing/page";
import { ownStaff } from "../../testing/people";
import { answerDashboard } from "../moderator/desk.testing";

const me = ownStaff("moderator");
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const codes = Array.from({ length: 10 }, (_, n) => `abcd${n}-efghi`);

test("a moderator sets up a second factor with password, app and code, and sees the recovery codes once", async () => {
  deployment.answer(api.staff.me, { ...me, mustSetUp: true });
  deployment.refuse(api.staffSecondFactor.start, "BAD_INPUT", "That is not your password.");
  answerDashboard({});
  showToModerator();
  await expect.element(page.getByText("All staff need one. Set it up to continue.")).toBeVisible();
  expect(window.location.pathname).toBe("/staff/security");
  await type({ "Your password": "wrong" });
  await press("Set it up");
  await expect.element(page.getByText("That is not your password.")).toBeVisible();
  deployment.answer(api.staffSecondFactor.start, { secret, uri: `otpauth://totp/Festival:mona?secret=${secret}` });
  await press("Set it up");
  await expect.element(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await expect.element(page.getByText(secret)).toBeVisible();

  deployment.answer(api.staffSecondFactor.confirm, () => {
    deployment.answer(api.staff.me, { ...me, secondFactor: true, recoveryCodes: 10 });
    return codes;
  });
  await type({ Code: "123456" });
  await press("Turn it on");
  for (const code of codes) await expect.element(page.getByText(code)).toBeVisible();
  await press("I've saved them");
  await expect
    .element(page.getByText("It is on. Each sign-in asks for a code. 10 recovery codes are left."))
    .toBeVisible();
  await expect.element(page.getByText("abcd0-efghi")).not.toBeInTheDocument();
});

test("new recovery codes and turning it off need a code, and a wrong one is refused; the codes are shown once", async () => {
  const wrongCode = "That code isn't right, or it has already been used.";
  const wrong = page.getByText(wrongCode);
  deployment.answer(api.staff.me, { ...me, secondFactor: true, recoveryCodes: 1 });
  deployment.refuse(api.staffSecondFactor.renewRecovery, "BAD_INPUT", wrongCode);
  deployment.refuse(api.staffSecondFactor.turnOff, "BAD_INPUT", wrongCode);
  showToModerator("/staff/security");
  await expect.element(page.getByText(/1 recovery code is left/)).toBeVisible();
  await press("New recovery codes");
  await expect.element(page.getByText(/stop working/)).toBeVisible();
  await type({ Code: "000000" });
  await press("Make new ones");
  await expect.element(wrong).toBeVisible();
  deployment.answer(api.staffSecondFactor.renewRecovery, () => {
    deployment.answer(api.staff.me, { ...me, secondFactor: true, recoveryCodes: 10 });
    return codes;
  });
  await type({ Code: "123456" });
  await press("Make new ones");
  for (const code of codes) await expect.element(page.getByText(code)).toBeVisible();
  await press("I've saved them");
  await expect.element(page.getByText(/10 recovery codes are left/)).toBeVisible();
  await expect.element(page.getByText("abcd0-efghi")).not.toBeInTheDocument();
  await press("New recovery codes");
  await type({ Code: "654321" });
  await press("Make new ones");
  await expect.element(page.getByText("abcd0-efghi")).toBeVisible();
  reload();
  await expect.element(page.getByText(/10 recovery codes are left/)).toBeVisible();
  await expect.element(page.getByText("abcd0-efghi")).not.toBeInTheDocument();

  await press("Turn it off…");
  await type({ Code: "000000" });
  await press("Turn it off");
  await expect.element(wrong).toBeVisible();
  deployment.answerAndChange(api.staffSecondFactor.turnOff, api.staff.me, me);
  await type({ Code: "123456" });
  await press("Turn it off");
  await expect.element(page.getByRole("button", { name: "Set it up" })).toBeVisible();
});

test("a sign-in asks for the code after the password, without the password again", async () => {
  answerStaff();
  answerDashboard({});
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  deployment.refuse(api.auth.signIn, "CODE_NEEDED", "Enter the code from your authenticator app.");
  show("/moderator/login");
  await type({ Email: me.email, Password: "Gate keeper 9!" });
  await press("Sign In");
  await expect.element(page.getByRole("heading", { name: "Your code" })).toBeVisible();
  deployment.refuse(api.auth.signIn, "CODE_NEEDED", "That code isn't right, or it has already been used.");
  await type({ Code: "000000" });
  await press("Sign In");
  await expect.element(page.getByText("That code isn't right, or it has already been used.")).toBeVisible();
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  await type({ Code: "123456" });
  await press("Sign In");
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  expect(deployment.calls(api.auth.signIn).at(-1)).toMatchObject({
    params: { email: me.email, password: "Gate keeper 9!", code: "123456" },
  });
});
