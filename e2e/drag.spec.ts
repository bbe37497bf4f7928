/** How a card moves under a finger when the processor is slow. The figures are printed: a busy machine makes nothing red. */
import type { Page } from "@playwright/test";
import { expect, test, woman } from "./demands/people";

/** As a cheap phone is to the machine of who builds this. */
const SLOWER = 4;
const MOVES = 60;

test("a dragged card is under the finger on a processor four times slower, and its frame times are printed", async ({
  people,
}) => {
  for (const name of ["Dragged Dolly", "Dragged Daya", "Dragged Disha"]) await people.member(woman(name));
  const page = await people.seat(await people.member(woman("Dragging Devi")), "/swipe");
  await page.setViewportSize({ width: 390, height: 844 });
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

/** How far the card on top is from its place. */
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
