/** The main journey of three people, each in a separate browser, without reloads. */
import type { Page } from "@playwright/test";
import { expect, signUp, test } from "./fixtures";
import { addressOf } from "./mail";
import { jpeg } from "./pictures";

test.use({ serviceWorkers: "allow" });

test("a person signs up, is approved and matches another, and both see each other's handle, all live", async ({
  ready,
  newPage,
  people,
}) => {
  const [ketaki, desk] = [await newPage(), await people.moderator()];
  await signUp(ready, ketaki, addressOf("Ketaki"), "correct horse 42");
  await fillProfile(ketaki);
  const jishnu = await people.openAs(await people.applicant({ name: "Jishnu", gender: "male" }), "/moderation-pending");
  for (const page of [ketaki, jishnu]) {
    await expect(page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
  }

  for (const [page, name] of [
    [ketaki, "Ketaki"],
    [jishnu, "Jishnu"],
  ] as const) {
    await desk
      .getByRole("button", { name: new RegExp(name) })
      .first()
      .click();
    await expect(desk.getByRole("heading", { name: new RegExp(name) })).toBeVisible();
    await desk.getByRole("button", { name: "Approve" }).click();
    await expect(page, "without a reload").toHaveURL(/\/swipe$/);
  }

  // Ketaki's deck was dealt before Jishnu joined. She comes back later.
  await ketaki.getByRole("link", { name: /Matches/ }).click();
  await ketaki.getByRole("link", { name: /Swipe/ }).click();
  await like(ketaki, "Jishnu");
  await jishnu.getByRole("link", { name: /Matches/ }).click();
  await jishnu.getByRole("tab", { name: /Pending Likes/ }).click();
  await expect(jishnu.getByText("Ketaki")).toBeVisible();
  expect(await jishnu.content(), "no handle before a match").not.toContain("ketaki.live");

  await jishnu.getByRole("button", { name: /Accept/ }).click();
  const popup = ketaki.getByRole("dialog");
  await expect(popup.getByRole("link", { name: /jishnu\.live/ })).toBeVisible();

  await popup.getByRole("button", { name: "View Matches" }).click();
  await expect(ketaki).toHaveURL(/\/matches$/);
  await expect(ketaki.getByRole("link", { name: /jishnu\.live/ })).toBeVisible();
  await jishnu.getByRole("tab", { name: /^Matches/ }).click();
  await expect(jishnu.getByRole("link", { name: /ketaki\.live/ }).first()).toBeVisible();
});

async function fillProfile(page: Page) {
  await expect(page).toHaveURL(/\/create-profile$/);
  await page.getByLabel("Profile picture").setInputFiles(await jpeg());
  await page.getByLabel("Name").fill("Ketaki");
  await page.getByLabel("Age").fill("21");
  await page.getByRole("radio", { name: "Female", exact: true }).check();
  await page.getByLabel("Phone").fill("+919876543210");
  await page.getByLabel("Bio").fill("Front row, left of the sound desk.");
  await page.getByLabel("Instagram handle").fill("ketaki.live");
  await page.getByLabel("Drinking").selectOption("Socially");
  await page.getByLabel("Smoking").selectOption("Never");
  await page.getByRole("checkbox", { name: /Music/ }).check();
  await page.getByRole("button", { name: "Create Profile" }).click();
}

/** Likes the named person. Dislikes people left in the deck by other specs. */
async function like(page: Page, name: string) {
  const top = page.locator("p[aria-live=polite]");
  await expect(top).not.toBeEmpty();
  for (let passed = 0; passed < 4 && !(await top.innerText()).startsWith(name); passed++) {
    const previous = await top.innerText();
    await page.getByRole("button", { name: "Dislike" }).click();
    await expect(top).not.toHaveText(previous);
  }
  await expect(top).toHaveText(new RegExp(`^${name}`));
  await page.getByRole("button", { name: "Like", exact: true }).click();
}
