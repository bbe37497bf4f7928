/** The card under a finger. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { woman } from "./people";

/** How much slower a cheap phone is than this machine. */
const SLOWER = 4;
const MOVES = 60;

test("a card that is let go after more than 100 px is decided, after less and slowly it snaps back, with its stamps on the way", async ({
  people,
}) => {
  for (const name of ["Drag Alpha", "Drag Beta", "Drag Gamma"]) await people.member(woman(name));
  const page = await people.seat(await people.member(woman("Drag Viewer")));
  const first = await topName(page);
  await letGoAfter(page, 60);
  await expect(page.getByText("5 swipes left", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: new RegExp(`^${first}`) })).toBeVisible();
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
  await expect(page.getByText("5 swipes left", { exact: true })).toBeVisible();
  await letGoAfter(page, 140);
  await expect(page.getByText("4 swipes left", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: new RegExp(`^${first}`) })).toBeHidden();
  await letGoAfter(page, -140);
  await expect(page.getByText("3 swipes left", { exact: true })).toBeVisible();
});

// The figures are only printed, because the machine may be busy.
test("a dragged card is under the finger on a processor four times slower, and its frame times are printed", async ({
  people,
}) => {
  for (const name of ["Dragged Dolly", "Dragged Daya", "Dragged Disha"]) await people.member(woman(name));
  const page = await people.seat(await people.member(woman("Dragging Devi")));
  const card = page.getByRole("article").filter({ hasText: "Dragged" }).first();
  await expect(card).toBeVisible();
  await page.waitForLoadState("networkidle");
  const box = await card.boundingBox();
  const centre = { x: (box?.x ?? 0) + 195, y: (box?.y ?? 0) + 250 };
  const processor = await page.context().newCDPSession(page);
  await processor.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });

  const still = await framesDuring(page, async () => {
    for (let n = 0; n < MOVES; n++) await page.mouse.move(centre.x + 90 * Math.sin(n / 9), centre.y);
  });
  await page.mouse.move(centre.x, centre.y);
  await page.mouse.down();
  const dragged = await framesDuring(page, async () => {
    for (let n = 0; n < MOVES; n++) await page.mouse.move(centre.x + 90 * Math.sin(n / 9), centre.y + n / 8);
  });
  await page.mouse.move(centre.x + 80, centre.y);
  await expect.poll(async () => Math.round((await shiftOf(page)) - 80), "it is where the finger is").toBe(0);
  await page.mouse.move(centre.x, centre.y);
  await page.mouse.up();
  console.log(`frames, nothing held: ${told(still)}`);
  console.log(`frames, a card held:  ${told(dragged)}`);
  expect(dragged.length, "it was drawn on the way").toBeGreaterThan(10);
});

function topCard(page: Page): Locator {
  return page
    .getByRole("main")
    .locator("[aria-hidden=false]")
    .filter({ has: page.getByRole("heading") });
}

/** The card on top, as a screen reader reads it. */
async function topName(page: Page): Promise<string> {
  const top = page.locator("p[aria-live=polite]").filter({ hasText: /, \d/ });
  await expect(top).toBeVisible({ visible: true });
  return ((await top.innerText()).split(",")[0] ?? "").trim();
}

/** Presses on the card and moves it, slowly at the end, so that the distance alone decides. */
/** Takes the card once it is at rest: one that still springs back would be held where it is just then. */
async function hold(page: Page, by: number) {
  await expect.poll(async () => (await inkOf(page, "LIKE")) + (await inkOf(page, "NOPE"))).toBe(0);
  await page.mouse.move(195, 300);
  await page.mouse.down();
  await page.mouse.move(195 + by, 300, { steps: 12 });
}

async function letGoAfter(page: Page, by: number) {
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

/** The milliseconds from each frame to the next while something is done. */
async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const frames = await page.evaluateHandle(() => {
    const seen = { at: [] as number[], isOver: false };
    const look = (now: number) => {
      seen.at.push(now);
      if (!seen.isOver) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return seen;
  });
  await act();
  const at = await frames.evaluate((seen) => {
    seen.isOver = true;
    return seen.at;
  });
  return at.slice(1).map((now, before) => now - (at[before] ?? now));
}

/** How far the card on top is from its resting position. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const card = document.elementFromPoint(195, 200)?.closest<HTMLElement>(".touch-none");
    return card ? new DOMMatrix(card.style.transform).m41 : Number.NaN;
  });
}

function told(frames: readonly number[]): string {
  const sorted = [...frames].sort((one, other) => one - other);
  const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  return `${String(sorted.length)} frames, median ${at(0.5)}, p95 ${at(0.95)}, worst ${at(1)}`;
}
