/** Photos in a dead spot: nobody stays a silhouette for longer than the signal is away. */
import type { Page } from "@playwright/test";
import { expect, test, woman } from "./demands/people";

const photos = "**/api/photos/**";

test("a photo that failed shows the face a little later, without a reload", async ({ people }) => {
  await people.member(woman("Later Shown"));
  const page = await people.seat(await people.member(woman("Later Viewer")), "/profile");
  await page.clock.install();
  await losePhotos(page);
  await page.goto("/swipe");
  await expect(silhouette(page, "Later Shown")).toBeVisible();
  await page.unroute(photos);
  await page.clock.fastForward(2_000);
  await seesFace(page, "Later Shown");
});

test("a photo that does not come is not asked for over and over, and once more when the signal is back", async ({
  people,
}) => {
  await people.member(woman("Online Shown"));
  const page = await people.seat(await people.member(woman("Online Viewer")), "/profile");
  await page.clock.install();
  const asked = await losePhotos(page);
  await page.goto("/swipe");
  await expect(silhouette(page, "Online Shown")).toBeVisible();
  const later = async () => {
    await page.clock.fastForward(30_000);
    return asked();
  };
  await expect.poll(later).toBe(4);
  for (let more = 0; more < 5; more++) expect(await later()).toBe(4);
  await expect(silhouette(page, "Online Shown")).toBeVisible();

  await page.unroute(photos);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await seesFace(page, "Online Shown");
});

/** From now on no photo comes. Answers how many were asked for. */
async function losePhotos(page: Page): Promise<() => number> {
  let asked = 0;
  await page.route(photos, (route) => {
    asked++;
    return route.abort();
  });
  return () => asked;
}

function silhouette(page: Page, name: string) {
  return page.getByRole("img", { name: `${name} (the photo did not load)` });
}

async function seesFace(page: Page, name: string) {
  const face = page.getByRole("img", { name: `Photo of ${name}` });
  await expect(face).toBeVisible();
  await expect(face, "it is drawn, not only named").toHaveJSProperty("complete", true);
  await expect(face).not.toHaveJSProperty("naturalWidth", 0);
}
