import { makeMember } from "./doors";
import { expect, signIn, signInModerator, test } from "./fixtures";
import { mistakesOf } from "./mistakes";

for (const scheme of ["light", "dark"] as const) {
  for (const address of ["/", "/auth", "/moderator/login", "/nowhere"]) {
    test(`${address} can be read by everybody, ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

      expect(await mistakesOf(page)).toEqual([]);
    });
  }
}

test("a browser that forbids storage shows every screen, and whoever signs in is in until they leave the page", async ({
  ready,
  newPerson,
}) => {
  const { email, password } = await makeMember(ready, { name: "Barred Bela", gender: "female" });
  const person = await newPerson("Barred");
  const { page } = person;
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
  await signIn({ ...person, email, password });
  await expect(page).toHaveURL(/\/swipe$/);
  await page.getByRole("link", { name: /Profile/ }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByText("Signed out successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText("Session expired. Please login again.")).toBeHidden();

  await signInModerator(ready, page);
  await page.reload();
  await expect(page).toHaveURL(/\/moderator\/login$/);
});
