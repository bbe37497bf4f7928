/** Forms that are filled in with one hand in a crowd: what was typed stays until it is taken or given up. */
import type { Page } from "@playwright/test";
import { decide } from "./doors";
import { expect, test } from "./fixtures";
import { jpeg } from "./pictures";
import { memberOn, newcomerOn } from "./signedIn";

test.describe("/create-profile", () => {
  test("a half-filled form survives a reload, with its photo", async ({ ready, newPerson }) => {
    const { page } = await newcomerOn(ready, await newPerson("Devika"));
    await page.getByLabel("Profile picture").setInputFiles(await jpeg(1));
    await page.getByLabel("Name").fill("Devika");
    await page.getByRole("radio", { name: "Female", exact: true }).check();
    await page.getByLabel("Drinking").selectOption("Socially");
    await page.getByRole("checkbox", { name: /Music/ }).check();
    await expect(page.getByRole("progressbar")).toBeHidden();

    await page.reload();
    await expect(page.getByLabel("Name")).toHaveValue("Devika");
    await expect(page.getByRole("radio", { name: "Female", exact: true })).toBeChecked();
    await expect(page.getByLabel("Drinking")).toHaveValue("Socially");
    await expect(page.getByRole("checkbox", { name: /Music/ })).toBeChecked();
    await expect(page.getByAltText("The photo you chose")).toBeVisible();

    await page.getByLabel("Age", { exact: true }).fill("21");
    await page.getByLabel("Phone").fill("+919876543210");
    await page.getByLabel("Bio").fill("Front row.");
    await page.getByLabel("Instagram handle").fill("@devika.live");
    await expect(page.getByLabel("Instagram handle")).toHaveValue("devika.live");
    await page.getByLabel("Smoking").selectOption("Never");
    await page.getByRole("button", { name: "Create Profile" }).click();
    await expect(page.getByText("Profile created successfully!")).toBeVisible();
    await expect(page).toHaveURL(/\/moderation-pending$/);
    expect(await draftsIn(page), "nothing typed stays behind").toEqual([]);
  });
});

test.describe("/edit-profile", () => {
  test("the next change starts from the one that waits, photo and all", async ({ ready, newPerson }) => {
    const { page } = await memberOn(ready, await newPerson("Padma"), "/edit-profile");
    const shown = await page.getByAltText("Your photo").getAttribute("src");
    await page.getByLabel("Bio").fill("First thought");
    await page.getByLabel("Profile picture").setInputFiles(await jpeg(3));
    await page.getByRole("button", { name: "Update Profile" }).click();
    await expect(page).toHaveURL(/\/profile$/);

    await page.getByRole("link", { name: "Edit Profile" }).click();
    await expect(page.getByLabel("Bio")).toHaveValue("First thought");
    const waiting = await page.getByAltText("Your photo").getAttribute("src");
    expect(waiting).not.toBe(shown);
    await page.getByLabel("Bio").fill("Second thought");
    await page.getByRole("button", { name: "Update Profile" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await page.getByRole("link", { name: "Edit Profile" }).click();
    await expect(page.getByLabel("Bio")).toHaveValue("Second thought");
    await expect(page.getByAltText("Your photo")).toHaveAttribute("src", waiting ?? "");
  });
});

test("whoever's change was refused reads so and why, until they put the note away", async ({ ready, newPerson }) => {
  const { page, name } = await memberOn(ready, await newPerson("Lekha"), "/edit-profile");
  await page.getByLabel("Bio").fill("Queen of everything");
  await page.getByRole("button", { name: "Update Profile" }).click();
  await expect(page.getByText(/Your change is waiting for a moderator/)).toBeVisible();
  await decide(ready, name, false, "Say something about yourself.");

  for (const path of ["/profile", "/edit-profile"]) {
    await page.goto(path);
    await expect(page.getByText(/Your last change was not accepted/)).toBeVisible();
    await expect(page.getByText("Say something about yourself.")).toBeVisible();
  }
  await page.getByRole("button", { name: "Got it" }).click();
  await expect(page.getByText(/Your last change was not accepted/)).toBeHidden();
  await page.goto("/profile");
  await expect(page.getByRole("link", { name: "Edit Profile" })).toBeVisible();
  await expect(page.getByText(/Your last change was not accepted/)).toBeHidden();
});

async function draftsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(window.sessionStorage).filter((key) => key.startsWith("draft:")));
}
