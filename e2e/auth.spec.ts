/** Accounts and sessions: a mailed link, two tabs, a browser that forbids storage. */
import type { Page } from "@playwright/test";
import { expect, fillSignIn, signInModerator, test } from "./fixtures";
import { resetLink } from "./mail";
import { call, signInAs } from "./people";

const expired = (page: Page) => page.getByText("Session expired. Please login again.");

test("the mailed link sets a new password once", async ({ newPage, people, ready }) => {
  const [page, { email }] = [await newPage(), await people.member({ name: "Ravi Reset", gender: "male" })];
  await page.goto("/login");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();

  const link = await resetLink(ready, email);
  await page.goto(link);
  await choosePassword(page, "Str0ng!pass");
  await expect(page).toHaveURL(/\/auth$/);
  await fillSignIn(page, email, "Str0ng!pass");
  await expect(page).toHaveURL(/\/swipe$/);

  await page.goto(link);
  await expect(page.getByRole("alert").filter({ hasText: "link" }), "said before anything is typed").toBeVisible();
  await page.getByRole("link", { name: "Send a new link" }).click();
  await expect(page).toHaveURL(/\/(auth|swipe)$/);
});

test("a session that ends elsewhere says so and leads to /auth, in every tab, without a reload", async ({
  people,
  ready,
}) => {
  const member = await people.member({ name: "Rani", gender: "female" });
  const page = await people.seat(member, "/profile");
  const other = await page.context().newPage();
  await other.goto("/matches");
  await expect(other.getByRole("tab", { name: /Pending Likes/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await call(ready, "action", "auth:requestReset", { email: member.email });
  const token = (await resetLink(ready, member.email)).split("/").at(-1);
  await call(ready, "action", "auth:resetPassword", { token, password: "Str0ng!pass" });
  for (const tab of [page, other]) {
    await expect(expired(tab)).toBeVisible();
    await expect(tab).toHaveURL(/\/auth$/);
  }
  Object.assign(member, await signInAs(ready, "password", member.email, "Str0ng!pass"));
});

test("a browser without storage shows every screen, and a sign-in lasts until the person leaves the page", async ({
  newPage,
  people,
  ready,
}) => {
  const { email, password } = await people.member({ name: "Barred Bela", gender: "female" });
  const page = await newPage();
  await page.addInitScript(() => {
    // As Chromium does where no site may keep anything: locks between tabs are forbidden with it.
    const get = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
    navigator.locks.request = () => Promise.reject(new DOMException("The request was denied.", "SecurityError"));
  });
  await page.goto("/contact");
  await expect(page.getByRole("button", { name: "Send Message" })).toBeVisible();
  await page.goto("/login");
  await fillSignIn(page, email, password);
  await expect(page).toHaveURL(/\/swipe$/);
  await page.getByRole("link", { name: /Profile/ }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByText("Signed out successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(expired(page)).toBeHidden();

  await signInModerator(ready, page);
  await page.reload();
  await expect(page).toHaveURL(/\/moderator\/login$/);
});

async function choosePassword(page: Page, password: string) {
  await page.getByLabel("New Password").fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("button", { name: "Reset Password" }).click();
}
