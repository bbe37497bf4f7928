/** /swipe, demand by demand: specification 2 (/swipe), 4 (swipe, card drag, access), 8 and 9. */
import type { Locator, Page } from "@playwright/test";
import { expect, swipe, test, woman } from "./people";

test.describe("The card", () => {
  test("let go after more than 100 px it is decided, after less and slowly it snaps back", async ({ people }) => {
    for (const name of ["Drag Alpha", "Drag Beta", "Drag Gamma"]) await people.member(woman(name));
    const page = await people.seat(await people.member(woman("Drag Viewer")), "/swipe");
    const first = await topName(page);
    await drag(page, 60);
    await expect(page.getByText("5 of 5", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: new RegExp(`^${first}`) })).toBeVisible();
    await drag(page, 140);
    await expect(page.getByText("4 of 5", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: new RegExp(`^${first}`) })).toBeHidden();
    await drag(page, -140);
    await expect(page.getByText("3 of 5", { exact: true })).toBeVisible();
  });

  test("shows the stamps LIKE and NOPE while it is dragged", async ({ people }) => {
    await people.member(woman("Stamp Shown"));
    const page = await people.seat(await people.member(woman("Stamp Viewer")), "/swipe");
    await expect(page.getByRole("heading", { name: /^Stamp Shown/ })).toBeVisible();
    for (const [by, stamp, other] of [
      [90, "LIKE", "NOPE"],
      [-90, "NOPE", "LIKE"],
    ] as const) {
      await hold(page, by);
      await expect.poll(() => inkOf(page, stamp)).toBeGreaterThan(0.5);
      expect(await inkOf(page, other)).toBeLessThan(0.1);
      await page.mouse.move(195, 300, { steps: 12 });
      await page.waitForTimeout(120);
      await page.mouse.up();
    }
    await expect(page.getByText("5 of 5", { exact: true })).toBeVisible();
  });
});

test.describe("The deck", () => {
  test("deals whoever liked me first, and nobody twice", async ({ people, ready }) => {
    const viewer = await people.member(woman("First Viewer"));
    for (const name of ["First Alpha", "First Beta", "First Gamma"]) await people.member(woman(name));
    await swipe(ready, await people.member(woman("First Liker")), viewer);
    const page = await people.seat(viewer, "/swipe");
    const seen: string[] = [];
    for (let n = 0; n < 4; n++) {
      seen.push(await topName(page));
      await page.getByRole("button", { name: "Dislike" }).click();
      await expect(page.getByText(`${4 - n} of 5`, { exact: true })).toBeVisible();
    }
    expect(seen[0]).toBe("First Liker");
    expect(new Set(seen).size).toBe(4);
    await page.reload();
    await expect(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
  });
});

function topCard(page: Page): Locator {
  return page
    .getByRole("main")
    .locator("[aria-hidden=false]")
    .filter({ has: page.getByRole("heading") });
}

/** Who lies on top: what a screen reader is told of every new card. */
async function topName(page: Page): Promise<string> {
  const top = page.locator("p[aria-live=polite]").filter({ hasText: /, \d/ });
  await expect(top).toBeVisible({ visible: true });
  return ((await top.innerText()).split(",")[0] ?? "").trim();
}

/** Presses on the card and moves it, slowly at the end, so that the distance alone decides. */
async function hold(page: Page, by: number) {
  await page.mouse.move(195, 300);
  await page.mouse.down();
  await page.mouse.move(195 + by, 300, { steps: 12 });
}

async function drag(page: Page, by: number) {
  await topName(page);
  await hold(page, by);
  await page.waitForTimeout(120);
  await page.mouse.up();
}

async function inkOf(page: Page, stamp: string): Promise<number> {
  return topCard(page)
    .getByText(stamp, { exact: true })
    .evaluate((element) => Number(getComputedStyle(element).opacity));
}
