/** The main job as three people live it, each in a browser of their own. Nothing is reloaded by hand. */
import type { Page } from "@playwright/test";
import { expect, photo, signInModerator, signUp, test, type Person } from "./fixtures";

test("two people sign up, are approved, like each other and see each other's handle, all live", async ({
  ready,
  newPerson,
}) => {
  test.setTimeout(120_000);
  const [asha, ravi, desk] = [await newPerson("Asha"), await newPerson("Ravi"), await newPerson("Moderator")];
  await signInModerator(ready, desk.page);

  for (const [person, gender, n] of [
    [asha, "Female", 1],
    [ravi, "Male", 2],
  ] as const) {
    await signUp(ready, person);
    await fillProfile(person, gender, await photo(n));
    await expect(person.page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
  }

  for (const person of [asha, ravi]) {
    await desk.page
      .getByRole("button", { name: new RegExp(person.name) })
      .first()
      .click();
    await expect(desk.page.getByRole("heading", { name: new RegExp(person.name) })).toBeVisible();
    await desk.page.getByRole("button", { name: "Approve" }).click();
    const waited = await timeUntil(() => expect(person.page).toHaveURL(/\/swipe$/));
    expect(waited, "approval reaches the waiting page in under a second").toBeLessThan(1_000);
  }

  // Asha's deck was dealt before Ravi was in it, or just after.
  const [refresh, card] = [asha.page.getByRole("button", { name: "Refresh" }), asha.page.getByText(/^Ravi/)];
  await expect(refresh.or(card).first()).toBeVisible();
  if (await refresh.isVisible()) await refresh.click();
  await like(asha.page, "Ravi");
  await ravi.page.getByRole("link", { name: /Matches/ }).click();
  await ravi.page.getByRole("tab", { name: /Pending Likes/ }).click();
  await expect(ravi.page.getByText("Asha")).toBeVisible();
  expect(await ravi.page.content(), "no handle before a match").not.toContain("asha.live");

  await ravi.page.getByRole("button", { name: /Accept/ }).click();
  const popup = asha.page.getByRole("dialog");
  const seen = await timeUntil(() => expect(popup.getByRole("link", { name: /ravi\.live/ })).toBeVisible());
  expect(seen, "a match reaches the other's screen in under a second").toBeLessThan(1_000);

  await popup.getByRole("button", { name: "View Matches" }).click();
  await expect(asha.page).toHaveURL(/\/matches$/);
  await expect(asha.page.getByRole("link", { name: /ravi\.live/ })).toBeVisible();
  await ravi.page.getByRole("tab", { name: /^Matches/ }).click();
  await expect(ravi.page.getByRole("link", { name: /asha\.live/ }).first()).toBeVisible();
});

async function fillProfile({ page, name }: Person, gender: "Female" | "Male", picture: Buffer) {
  await expect(page).toHaveURL(/\/create-profile$/);
  await page.getByLabel("Profile picture").setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: picture });
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Age").fill("21");
  await page.getByRole("radio", { name: gender, exact: true }).check();
  await page.getByLabel("Phone").fill("+919876543210");
  await page.getByLabel("Bio").fill("Front row, left of the sound desk.");
  await page.getByLabel("Instagram handle").fill(`${name.toLowerCase()}.live`);
  await page.getByLabel("Drinking").selectOption("Socially");
  await page.getByLabel("Smoking").selectOption("Never");
  await page.getByRole("checkbox", { name: /Music/ }).check();
  await page.getByRole("button", { name: "Create Profile" }).click();
}

async function like(page: Page, name: string) {
  await expect(page.getByRole("heading", { name: new RegExp(name) })).toBeVisible();
  await page.getByRole("button", { name: "Like", exact: true }).click();
}

/** Milliseconds until something holds, counted from the act just before. */
async function timeUntil(holds: () => Promise<void>) {
  const start = Date.now();
  await holds();
  return Date.now() - start;
}
