/** Profiles: from the form to the moderator, and photos on a bad network. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { woman } from "./people";
import { jpeg } from "./pictures";

const photos = "**/api/storage/**";
const hostile = { Name: `O'Hara <b>"x"</b>`, Bio: `<img src=x onerror='document.title="owned"'> 🎉` };

test("a half-filled form survives a reload with its photo; once it is sent, a moderator sees all of it as text", async ({
  people,
}) => {
  const page = await people.openAs(await people.account("Creating"), "/create-profile");
  await page.getByLabel("Profile picture").setInputFiles(await jpeg(1));
  await page.getByLabel("Name").fill(`  ${hostile.Name}  `);
  await page.getByRole("radio", { name: "Female", exact: true }).check();
  await page.getByLabel("Drinking").selectOption("Socially");
  await page.getByRole("checkbox", { name: /Music/ }).check();
  await expect(page.getByRole("progressbar")).toBeHidden();

  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue(`  ${hostile.Name}  `);
  await expect(page.getByRole("radio", { name: "Female", exact: true })).toBeChecked();
  await expect(page.getByLabel("Drinking")).toHaveValue("Socially");
  await expect(page.getByRole("checkbox", { name: /Music/ })).toBeChecked();
  await expect(page.getByAltText("The photo you chose")).toBeVisible();

  await page.getByLabel("Age", { exact: true }).fill("21");
  await page.getByLabel("Phone").fill("+919876543210");
  await page.getByLabel("Bio").fill(hostile.Bio);
  await page.getByLabel("Instagram handle").fill("@devika.live");
  await page.getByLabel("Smoking").selectOption("Never");
  await page.getByRole("button", { name: "Create Profile" }).dblclick();
  await expect(page.getByText("Profile created successfully!")).toHaveCount(1);
  await expect(page).toHaveURL(/\/moderation-pending$/);
  await expect(page.getByText(hostile.Name)).toBeVisible();
  await expectFace(page, hostile.Name);

  const desk = await people.moderator();
  const row = desk.getByRole("navigation", { name: "Waiting profiles" }).getByRole("button", { name: hostile.Name });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(desk.getByText(hostile.Bio)).toBeVisible();
  await expect(desk.getByRole("article").getByText("@devika.live")).toBeVisible();
  await expect(desk.getByText("9876543210")).toBeHidden();
  for (const screen of [page, desk]) expect(await screen.title()).not.toBe("owned");
});

test("a photo that fails to load is retried a few times, and once more when the connection is back", async ({
  people,
}) => {
  await people.member(woman("Later Shown"));
  const page = await people.openAs(await people.member(woman("Later Viewer")), "/profile");
  await page.clock.install();
  const requests = await losePhotos(page);
  await page.goto("/swipe");
  await expect(silhouette(page, "Later Shown")).toBeVisible();
  await page.unroute(photos);
  await page.clock.fastForward(2_000);
  await expectFace(page, "Later Shown");

  const before = requests();
  const newRequests = await losePhotos(page);
  await page.reload();
  await expect(silhouette(page, "Later Shown")).toBeVisible();
  const later = async () => {
    await page.clock.fastForward(30_000);
    return newRequests();
  };
  // Four tries for her photo, and perhaps one before the app had loaded.
  await expect.poll(later).toBeGreaterThanOrEqual(4);
  for (let more = 0; more < 5; more++) expect(await later()).toBeLessThanOrEqual(5);
  await expect(silhouette(page, "Later Shown")).toBeVisible();
  expect(requests(), "the earlier route counts no more").toBe(before);

  await page.unroute(photos);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expectFace(page, "Later Shown");
});

/** Blocks all photos. Returns a function that counts the requests of images. The viewer's own photo is also fetched for use offline. */
async function losePhotos(page: Page): Promise<() => number> {
  let count = 0;
  await page.route(photos, (route) => {
    if (route.request().resourceType() === "image") count++;
    return route.abort();
  });
  return () => count;
}

function silhouette(page: Page, name: string) {
  return page.getByRole("img", { name: `${name} (the photo did not load)` });
}

async function expectFace(page: Page, name: string) {
  const face = page.getByRole("img", { name: `Photo of ${name}` });
  await expect(face).toBeVisible();
  await expect(face, "the photo is drawn, not only named").toHaveJSProperty("complete", true);
  await expect(face).not.toHaveJSProperty("naturalWidth", 0);
}
