import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { refusesEach, type } from "../../testing/forms";
import { answerStaff, deployment, newTokens, show, showToModerator } from "../../testing/page";
import { answerDashboard } from "../moderator/desk.testing";

const token = "5a".repeat(32);
const right = { "New password": "Gate keeper 9!", "Confirm Password": "Gate keeper 9!" };
const dead = "This link has been used, has expired or was replaced. Ask an organiser for a new one.";
const login = page.getByRole("heading", { name: "Moderator Login" });

test("an invitation's link says whose it is; the password that the person sets signs them in", async () => {
  const email = "mona.konstantina.ramanathapuram.the.second@festival.test";
  deployment.answer(api.staff.openInvitation, { email, kind: "moderator", isNew: true });
  show(`/staff#${token}`);
  await expect.element(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();
  await expect.element(page.getByText(`For ${email}, who looks at profiles and reports as a moderator.`)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(window.innerWidth);
  await expect.poll(() => window.location.href).not.toContain(token);
  await refusesEach("Set the password", right, [
    [{ "New password": "password" }, "Please choose a stronger password"],
    [{ "Confirm Password": "Gate keeper 8!" }, "Passwords do not match"],
  ]);
  deployment.refuse(api.staff.acceptInvitation, "BAD_INPUT", dead);
  await type(right);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect.element(page.getByText(dead)).toBeVisible();

  answerStaff();
  answerDashboard({});
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  deployment.answer(api.staff.acceptInvitation, null);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  expect(deployment.calls(api.staff.acceptInvitation).at(-1)).toEqual({ token, password: right["New password"] });
  expect(deployment.calls(api.auth.signIn).at(-1)).toMatchObject({
    params: { email, password: right["New password"] },
  });
});

test("after setting a password, a person with a second factor is sent to the sign-in, which confirms it", async () => {
  deployment.answer(api.staff.openInvitation, { email: "mona@festival.test", kind: "moderator", isNew: false });
  deployment.answer(api.staff.acceptInvitation, null);
  deployment.refuse(api.auth.signIn, "CODE_NEEDED", "Enter the code from your authenticator app.");
  show(`/staff#${token}`);
  await type(right);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect.element(login).toBeVisible();
  // It stays: a toast would be gone while the person looks for the code.
  await expect.element(page.getByRole("main").getByText("Password set. Please sign in.")).toBeVisible();
});

test("a link that is used in a browser of another member of the staff signs them out and leads to the sign-in", async () => {
  deployment.answer(api.staff.openInvitation, { email: "mona@festival.test", kind: "moderator", isNew: true });
  deployment.answer(api.staff.acceptInvitation, null);
  deployment.answer(api.auth.endSession, null);
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  showToModerator(`/staff#${token}`);
  await type(right);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect.element(login).toBeVisible();
  await expect.element(page.getByRole("main").getByText("Password set. Please sign in.")).toBeVisible();
  await expect.poll(() => deployment.calls(api.auth.endSession)).toHaveLength(1);
  expect(deployment.calls(api.auth.signIn)).toEqual([]);
});

test("a person whose other tab notices first that the new password ended their session is led to the sign-in", async () => {
  deployment.answer(api.staff.openInvitation, { email: "mona@festival.test", kind: "moderator", isNew: false });
  showToModerator(`/staff#${token}`);
  await type(right);
  const join = deployment.hold(api.staff.acceptInvitation);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect.poll(() => deployment.calls(api.staff.acceptInvitation)).toHaveLength(1);
  deployment.refuse(api.staff.openInvitation, "BAD_INPUT", dead);
  const key = "__convexAuthJWT_moderator";
  const oldValue = window.localStorage.getItem(key);
  for (const stored of [key, "__convexAuthRefreshToken_moderator"]) window.localStorage.removeItem(stored);
  window.dispatchEvent(
    new StorageEvent("storage", { key, oldValue, newValue: null, storageArea: window.localStorage }),
  );
  await expect.element(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();

  join.answer(null);
  await expect.element(login).toBeVisible();
  await expect.element(page.getByRole("main").getByText("Password set. Please sign in.")).toBeVisible();
  expect(deployment.calls(api.staff.openInvitation)).toHaveLength(1);
});

test("an answer that comes after the person has left the form leads nowhere", async () => {
  deployment.answer(api.staff.openInvitation, { email: "mona@festival.test", kind: "moderator", isNew: true });
  deployment.refuse(api.auth.signIn, "CODE_NEEDED", "Enter the code from your authenticator app.");
  show(`/staff#${token}`);
  await type(right);
  const join = deployment.hold(api.staff.acceptInvitation);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect.poll(() => deployment.calls(api.staff.acceptInvitation)).toHaveLength(1);
  window.history.pushState({}, "", "/organiser");
  window.dispatchEvent(new PopStateEvent("popstate"));
  await expect.element(login).toBeVisible();
  join.answer(null);
  await expect.poll(() => deployment.calls(api.auth.signIn)).toHaveLength(1);
  await expect.element(login).toBeVisible();
  await expect.element(page.getByText("Password set. Please sign in.")).not.toBeInTheDocument();
});

test("a used invitation link says so before the person types", async () => {
  deployment.refuse(api.staff.openInvitation, "BAD_INPUT", dead);
  show(`/staff#${token}`);
  await expect.element(page.getByText(dead)).toBeVisible();
  await expect.element(page.getByLabelText("New password")).not.toBeInTheDocument();
});

test("without a link the page says where to find one", async () => {
  show("/staff");
  await expect.element(page.getByText(/with the link in your e-mail/)).toBeVisible();
  await page.getByRole("link", { name: "Go to the sign-in" }).click();
  await expect.element(login).toBeVisible();
  await expect.element(page.getByText("For moderators and organisers.")).toBeVisible();
});
