/** Accounts and sessions: a mailed link, two tabs, a browser that forbids storage. */
import { expect, fillSignIn, signInModerator, test } from "./fixtures";
import { resetLink } from "./mail";

const expired = "Session expired. Please login again.";

test("the mailed link sets a new password once, and ends every other session, in every tab, without a reload", async ({
  newPage,
  people,
  ready,
}) => {
  const member = await people.member({ name: "Rani Reset", gender: "female" });
  const tab = await people.openAs(member, "/profile");
  const otherTab = await tab.context().newPage();
  await otherTab.goto("/matches");
  await expect(otherTab.getByRole("tab", { name: /Pending Likes/ })).toBeVisible();
  await expect(tab.getByRole("button", { name: "Sign Out" })).toBeVisible();

  const page = await newPage();
  await page.goto("/login");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();
  const link = await resetLink(ready, member.email);
  await page.goto(link);
  const password = (member.password = "Str0ng!pass");
  await page.getByLabel("New Password").fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("button", { name: "Reset Password" }).click();
  for (const page of [tab, otherTab]) {
    await expect(page.getByText(expired)).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
  }

  await expect(page).toHaveURL(/\/auth$/);
  await fillSignIn(page, member.email, password);
  await expect(page).toHaveURL(/\/swipe$/);
  await page.goto(link);
  await expect(
    page.getByRole("alert").filter({ hasText: "link" }),
    "the page says so before the person types",
  ).toBeVisible();
});

test("a browser without storage shows every screen, and a sign-in lasts until the person leaves the page", async ({
  newPage,
  people,
  ready,
}) => {
  const { email, password } = await people.member({ name: "Barred Bela", gender: "female" });
  const page = await newPage();
  await page.addInitScript(() => {
    // Chromium does this when sites may not store data. It then forbids locks between tabs, too.
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
  await expect(page.getByText(expired)).toBeHidden();

  await signInModerator(ready, page);
  await page.reload();
  await expect(page).toHaveURL(/\/moderator\/login$/);
});
