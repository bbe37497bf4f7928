/** Getting in and out: the faces of /auth, a forgotten password, two tabs, and sessions that end. */
import type { Page } from "@playwright/test";
import { call, makeMember } from "./doors";
import { expect, fillSignIn, test } from "./fixtures";
import { resetLink } from "./mail";
import { memberOn } from "./signedIn";

test.describe("A forgotten password", () => {
  test("the mailed link sets a new one, once", async ({ ready, newPerson }) => {
    const { page } = await newPerson("Ravi");
    const { email } = await makeMember(ready, { name: "Ravi", gender: "male" });
    await page.goto("/auth");
    await page.getByRole("button", { name: "Already have an account?" }).click();
    await page.getByRole("button", { name: "Forgot Password?" }).click();
    await expect(page.getByRole("button", { name: "Back to Login" })).toBeVisible();
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("Please enter your email")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();

    const link = await resetLink(ready, email);
    await page.goto(link);
    await choosePassword(page, "weak", "weak");
    await expect(page.getByText("Please choose a stronger password")).toBeVisible();
    await choosePassword(page, "Str0ng!pass", "Str0ng!past");
    await expect(page.getByText("Passwords do not match")).toBeVisible();
    await choosePassword(page, "Str0ng!pass", "Str0ng!pass");
    await expect(page).toHaveURL(/\/auth$/);
    await fillSignIn(page, email, "Str0ng!pass");
    await expect(page).toHaveURL(/\/swipe$/);

    await page.goto(link);
    await choosePassword(page, "0ther!pass", "0ther!pass");
    await expect(page.getByText("Invalid reset link")).toBeVisible();
    await page.getByRole("link", { name: "Send a new link" }).click();
    await expect(page).toHaveURL(/\/(auth|swipe)$/);
  });
});

test.describe("/auth", () => {
  test("signing out in one tab takes the other along, quietly", async ({ ready, newPerson }) => {
    const { page, context } = await memberOn(ready, await newPerson("Bela"), "/profile");
    const other = await context.newPage();
    await other.goto("/matches");
    await expect(other.getByRole("tab", { name: /Pending Likes/ })).toBeVisible();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("Signed out successfully")).toBeVisible();
    await expect(other).toHaveURL(/\/auth$/);
    await expect(other.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await expect(other.getByText("Session expired. Please login again.")).toBeHidden();
  });

  test("a session that ends by itself says so, in every tab", async ({ ready, newPerson }) => {
    const { page, context, email } = await memberOn(ready, await newPerson("Rani"), "/profile");
    const other = await context.newPage();
    await other.goto("/matches");
    await expect(other.getByRole("tab", { name: /Pending Likes/ })).toBeVisible();
    await call(ready, "action", "auth:requestReset", { email });
    const token = (await resetLink(ready, email)).split("/").at(-1);
    await call(ready, "action", "auth:resetPassword", { token, password: "Str0ng!pass" });
    for (const tab of [page, other]) {
      await expect(tab.getByText("Session expired. Please login again.")).toBeVisible();
      await expect(tab).toHaveURL(/\/auth$/);
    }
  });
});

async function choosePassword(page: Page, password: string, again: string) {
  await page.getByLabel("New Password").fill(password);
  await page.getByLabel("Confirm Password").fill(again);
  await page.getByRole("button", { name: "Reset Password" }).click();
}
