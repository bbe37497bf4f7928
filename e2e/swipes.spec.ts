/** The card under a finger. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { woman } from "./people";

test("a dragged card shows its stamp, snaps back when released early and slowly, and is decided beyond 100 px", async ({
  people,
}) => {
  for (const name of ["Drag Alpha", "Drag Beta", "Drag Gamma"]) await people.member(woman(name));
  const page = await people.openAs(await people.member(woman("Drag Viewer")));
  const first = await topName(page);
  await dragAndRelease(page, 60);
  await expect(page.getByText("5 swipes left", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: new RegExp(`^${first}`) })).toBeVisible();
  for (const [distance, stamp, other] of [
    [90, "LIKE", "NOPE"],
    [-90, "NOPE", "LIKE"],
  ] as const) {
    await hold(page, distance);
    await expect.poll(() => opacityOf(page, stamp)).toBeGreaterThan(0.5);
    expect(await opacityOf(page, other)).toBeLessThan(0.1);
    await expect.poll(async () => Math.round(await shiftOf(page)), "the card follows the finger").toBe(distance);
    await page.mouse.move(195, 300, { steps: 12 });
    await page.waitForTimeout(120);
    await page.mouse.up();
  }
  await expect(page.getByText("5 swipes left", { exact: true })).toBeVisible();
  await dragAndRelease(page, 140);
  await expect(page.getByText("4 swipes left", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: new RegExp(`^${first}`) })).toBeHidden();
  await dragAndRelease(page, -140);
  await expect(page.getByText("3 swipes left", { exact: true })).toBeVisible();
});

test("a member's cards are asked for before the app's own script has arrived", async ({ people }) => {
  const page = await people.openAs(await people.member(woman("Early Esha")), "/profile");
  await page.route("**/assets/index-*", () => new Promise(() => undefined));
  const sent: string[] = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(payload.toString())));
  await page.goto("/swipe", { waitUntil: "commit" });
  await expect.poll(() => sent.join()).toContain("swipes:deck");
});

function topCard(page: Page): Locator {
  return page
    .getByRole("main")
    .locator("[aria-hidden=false]")
    .filter({ has: page.getByRole("heading") });
}

/** The accessible name of the top card. */
async function topName(page: Page): Promise<string> {
  const top = page.locator("p[aria-live=polite]").filter({ hasText: /, \d/ });
  await expect(top).toBeVisible({ visible: true });
  return ((await top.innerText()).split(",")[0] ?? "").trim();
}

/** Grabs the card once it is at rest. A card that springs back would be grabbed mid-way. */
async function hold(page: Page, distance: number) {
  await expect.poll(async () => (await opacityOf(page, "LIKE")) + (await opacityOf(page, "NOPE"))).toBe(0);
  await page.mouse.move(195, 300);
  await page.mouse.down();
  await page.mouse.move(195 + distance, 300, { steps: 12 });
}

/** Moves the card and releases it, slowly at the end, so that only the distance decides. */
async function dragAndRelease(page: Page, distance: number) {
  await topName(page);
  await hold(page, distance);
  await page.waitForTimeout(120);
  await page.mouse.up();
}

async function opacityOf(page: Page, stamp: string): Promise<number> {
  return topCard(page)
    .getByText(stamp, { exact: true })
    .evaluate((element) => Number(getComputedStyle(element).opacity));
}

/** Returns the top card's distance from its resting position. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const card = document.elementFromPoint(195, 200)?.closest<HTMLElement>(".touch-none");
    return card ? new DOMMatrix(card.style.transform).m41 : Number.NaN;
  });
}
