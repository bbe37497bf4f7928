/** The screens around one's own account, as a member meets them. */
import { expect, test } from "./fixtures";
import { jpeg } from "./pictures";
import { mistakesOf } from "./mistakes";
import { memberOn } from "./signedIn";

test.describe("/edit-profile", () => {
  test("it is filled in, has no gender control, and a change of what others see waits for a moderator", async ({
    ready,
    newPerson,
  }) => {
    const { page, name } = await memberOn(ready, await newPerson("Meera"), "/profile");
    await page.getByRole("link", { name: "Edit Profile" }).click();
    await expect(page).toHaveURL(/\/edit-profile$/);
    await expect(page.getByLabel("Name")).toHaveValue(name);
    await expect(page.getByLabel("Age", { exact: true })).toHaveValue("21");
    await expect(page.getByLabel("Instagram handle")).toHaveValue("meera.live");
    await expect(page.getByLabel("Drinking")).toHaveValue("Socially");
    await expect(page.getByRole("checkbox", { name: /Music/ })).toBeChecked();
    await expect(page.getByRole("radio")).toHaveCount(0);

    await page.getByLabel("Bio").fill("Back row now. Better view.");
    await page.getByLabel("Course").fill("Physics");
    await page.getByLabel("Profile picture").setInputFiles(await jpeg(2));
    await page.getByRole("button", { name: "Update Profile" }).click();
    await expect(page.getByText("Profile updated successfully!")).toBeVisible();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText("Physics")).toBeVisible();
    await expect(page.getByText(/Your change is waiting for a moderator/)).toBeVisible();
    await expect(page.getByText("Front row, left of the sound desk.")).toBeVisible();
  });
});

test.describe("/profile", () => {
  test("everybody can read the account's screens and questions, light and dark", async ({ ready, newPerson }) => {
    const { page } = await memberOn(ready, await newPerson("Zoya"), "/profile");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto("/profile");
      for (const name of ["How I Look to Others", "Delete Account"]) {
        await page.getByRole("button", { name }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await mistakesOf(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
      expect(await mistakesOf(page)).toEqual([]);
      await page.goto("/edit-profile");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await mistakesOf(page)).toEqual([]);
    }
  });
});
