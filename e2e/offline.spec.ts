/** The attendee with bad signal in a crowd. */
import { makeMember } from "./doors";
import { expect, signIn, test } from "./fixtures";

test("a member who loses the signal still gets to every tab", async ({ ready, newPerson }) => {
  const member = await makeMember(ready, { name: "Zubin Offline", gender: "male" });
  const { page, context } = await newPerson("Zubin");
  await signIn({ ...member, page, context });
  await expect(page).toHaveURL(/\/swipe$/);
  // The scripts of the other tabs are fetched once the first screen has settled.
  await page.waitForResponse(/ProfileScreen/);
  await page.waitForLoadState("networkidle");

  await context.setOffline(true);
  await page.getByRole("link", { name: /Profile/ }).click();
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await page.getByRole("link", { name: /Matches/ }).click();
  await expect(page.getByRole("tab", { name: /Pending Likes/ })).toBeVisible();
  await context.setOffline(false);
});
