import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { refusesEach, type } from "../../testing/forms";
import { deployment, show } from "../../testing/page";

const token = "5a".repeat(32);
const right = { "New password": "Gate keeper 9!", "Confirm Password": "Gate keeper 9!" };
const login = page.getByRole("heading", { name: "Moderator Login" });

test("the link of an invitation leads to a password, and then to the sign-in; its token leaves the address bar", async () => {
  show(`/staff#${token}`);
  await expect.element(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();
  await expect.poll(() => window.location.href).not.toContain(token);
  await refusesEach("Set the password", right, [
    [{ "New password": "password" }, "Please choose a stronger password"],
    [{ "Confirm Password": "Gate keeper 8!" }, "Passwords do not match"],
  ]);
  const dead = "This link was used, has expired or was replaced. Ask an organiser for a new one.";
  deployment.refuse(api.staff.acceptInvitation, "BAD_INPUT", dead);
  await type(right);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect.element(page.getByText(dead)).toBeVisible();

  deployment.answer(api.staff.acceptInvitation, null);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect.element(login).toBeVisible();
  // It stays: a toast is gone while somebody looks for the address that they were invited at.
  await expect.element(page.getByRole("main").getByText("Password set. Please sign in.")).toBeVisible();
  expect(deployment.calls(api.staff.acceptInvitation).at(-1)).toEqual({ token, password: right["New password"] });
});

test("without a link the page says where one comes from", async () => {
  show("/staff");
  await expect.element(page.getByText(/opened by the link in a mail/)).toBeVisible();
  await page.getByRole("link", { name: "Go to the sign-in" }).click();
  await expect.element(login).toBeVisible();
  await expect.element(page.getByText("For moderators and organisers.")).toBeVisible();
});
