/** Takes pictures in every size, light and dark: `screens/<size>/<name>-<scheme>.png`. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import sharp, { type OverlayOptions } from "sharp";
import { overflow } from "../layoutChecks";

const folder = path.resolve(import.meta.dirname, "../../screens");
const sizes = [
  { width: 390, height: 844, tile: 195, columns: 12 },
  { width: 820, height: 1180, tile: 246, columns: 10 },
  { width: 1440, height: 900, tile: 360, columns: 8 },
];
const schemes = ["light", "dark"] as const;
const CAPTION = 22;

interface ShootOptions {
  /** Adds a picture of the full page. */
  fullPage?: boolean;
  /** Keeps toasts in the picture. */
  toasts?: boolean;
}

/** Takes the pictures once an element of the page is visible. */
export async function shootShowing(element: Locator, name: string, options?: ShootOptions) {
  await expect(element).toBeVisible();
  await shoot(element.page(), name, options);
}

export async function shoot(page: Page, name: string, options: ShootOptions = {}) {
  // An element under the mouse looks different.
  await page.mouse.move(2, 500);
  if (!options.toasts) await expect(page.locator("[data-toast]")).toHaveCount(0);
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.evaluate(waitUntilDrawn);
      expect.soft(await overflow(page), `${name} at ${String(width)} is too wide`).toBe(0);
      const file = path.join(folder, `${String(width)}x${String(height)}`, `${name}-${colorScheme}`);
      await page.screenshot({ path: `${file}.png`, animations: "disabled" });
      if (options.fullPage)
        await page.screenshot({ path: `${file}-whole.png`, animations: "disabled", fullPage: true });
    }
  }
}

/** From the next load on, timers of exactly this length never fire. */
export async function stopTimers(page: Page, milliseconds: number) {
  await page.addInitScript((stopped) => {
    const original = window.setTimeout;
    const setTimeoutUnless = (...[work, after]: Parameters<typeof original>) =>
      after === stopped ? 0 : original(work, after);
    Object.assign(window, { setTimeout: setTimeoutUnless });
  }, milliseconds);
}

/** Puts all pictures of a size on one sheet. */
export async function makeSheets() {
  for (const size of sizes) await makeSheet(size);
}

async function makeSheet({ width, height, tile, columns }: (typeof sizes)[number]) {
  const name = `${String(width)}x${String(height)}`;
  await mkdir(path.join(folder, name), { recursive: true });
  const files = (await readdir(path.join(folder, name))).filter((file) => /-(light|dark)\.png$/.test(file)).sort();
  const tileHeight = Math.round((tile * height) / width);
  const layers = await Promise.all(
    files.map(async (file, at): Promise<OverlayOptions[]> => {
      const [left, top] = [(at % columns) * (tile + 8), Math.floor(at / columns) * (tileHeight + CAPTION + 8)];
      const picture = await sharp(path.join(folder, name, file))
        .resize(tile, tileHeight)
        .png()
        .toBuffer();
      return [
        { input: caption(file.replace(".png", ""), tile), left, top },
        { input: picture, left, top: top + CAPTION },
      ];
    }),
  );
  const rows = Math.ceil(files.length / columns);
  const sheet = sharp({
    create: {
      width: columns * (tile + 8),
      height: Math.max(1, rows * (tileHeight + CAPTION + 8)),
      channels: 3,
      background: "#777",
    },
  });
  await writeFile(path.join(folder, `${name}.png`), await sheet.composite(layers.flat()).png().toBuffer());
}

function caption(text: string, width: number) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(CAPTION)}"><text y="15" font-family="sans-serif" font-size="11" fill="#fff">${text}</text></svg>`,
  );
}

/** Runs in the page. Waits for fonts, visible images and two frames. */
async function waitUntilDrawn() {
  await document.fonts.ready;
  // The browser never fetches an image that is not drawn at this size.
  const drawn = [...document.images].filter((image) => image.getClientRects().length > 0);
  const visible = drawn.filter((image) => image.getBoundingClientRect().top < window.innerHeight);
  await Promise.all(visible.map((image) => image.decode().catch(() => undefined)));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
