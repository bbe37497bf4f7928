/** Checks on every route: a silent console, every screen size, accessibility, file sizes. */
import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { matchOf, sendMessage, swipe } from "./acts";
import { expect, test, type People } from "./fixtures";
import { violationsOf } from "./violations";
import { brokenWords, focusIsSeen, listen, movements, overflow, resize } from "./layoutChecks";
import { woman, type Member } from "./people";
import { wideJpeg } from "./pictures";
import type { Ready } from "./product";

// As in production: the service worker's console output counts too.
test.use({ serviceWorkers: "allow" });

const visitorPages = {
  "page to read": ["/", "/about", "/faq", "/terms", "/privacy", "/cookies", "/refund-cancellation"],
  "other page for visitors": [
    "/contact",
    "/status",
    "/auth",
    "/reset-password/abc",
    "/mails-off",
    "/moderator/login",
    "/nowhere",
  ],
};
const members = ["/swipe", "/matches", "/profile", "/edit-profile", "/upgrade"];
const KIB = 1024;

const quality = "logs nothing, does not shift, is accessible in light and dark, and fits 320 to 1920 px and 200 % text";

test.beforeEach(() => test.setTimeout(600_000));

for (const [what, addresses] of Object.entries(visitorPages)) {
  test(`every ${what} ${quality}, and requests nothing from other hosts`, async ({ page, ready }) => {
    const foreignRequests: string[] = [];
    page.on("request", (request) => {
      const isOurs = (url: unknown) => typeof url === "string" && request.url().startsWith(url);
      if (!Object.values(ready).some(isOurs)) foreignRequests.push(request.url());
    });
    await page.addInitScript("window.__plausible = true");
    const noise = listen(page);
    for (const address of addresses) await inspect(page, address);
    expect(noise).toEqual([]);
    expect(foreignRequests, "without a collector nothing is counted").toEqual([]);
  });
}

test(`every screen for members ${quality}`, async ({ people, ready }) => {
  const { page, noise, thread } = await openAsMember(people, ready);
  for (const address of [...members, thread]) await inspect(page, address);
  expect(noise).toEqual([]);
});

test("every dialog for members, and the popup of a match, logs nothing and is accessible", async ({
  people,
  ready,
}) => {
  const { page, noise, me, liker } = await openAsMember(people, ready);
  await checkDialogs(page);
  // The popup opens at once where nobody is typing.
  await page.goto("/profile");
  await swipe(ready, me, liker);
  await expect(page.getByRole("dialog", { name: "It's a match!" })).toBeVisible();
  expect(await violationsOf(page), "the popup of a match").toEqual([]);
  expect(noise).toEqual([]);
});

test(`every screen before the approval, and the moderators' dashboard, ${quality}`, async ({ people }) => {
  const applicant = await people.applicant(woman("Quality Quiana"));
  for (const [page, address] of [
    [await people.openAs(await people.account("Quality Qiana"), "/create-profile"), "/create-profile"],
    [await people.openAs(applicant, "/moderation-pending"), "/moderation-pending"],
    [await people.moderator(), "/moderator/dashboard"],
  ] as const) {
    const noise = listen(page);
    await waitForFonts(page);
    await inspect(page, address);
    expect(noise).toEqual([]);
  }
});

test.describe("without a service worker", () => {
  // Files from the service worker's cache would count as 0 bytes.
  test.use({ serviceWorkers: "block" });

  test("a page of text loads at most 1 KiB of script and 15 KiB of style, the deck 88 KiB of script, others 102 KiB", async ({
    page,
    people,
  }) => {
    const sizes: Record<string, number> = {};
    for (const address of ["/", "/terms", "/contact", "/auth", "/moderator/login"]) {
      sizes[address] = await scriptsOf(page, address);
    }
    const member = await people.openAs(await people.member(woman("Small Smita")), "/profile");
    for (const address of members) sizes[address] = await scriptsOf(member, address);
    console.log(
      Object.entries(sizes)
        .map(([address, bytes]) => `${address} ${(bytes / KIB).toFixed(1)} KiB`)
        .join(", "),
    );

    for (const address of ["/", "/terms"]) expect(sizes[address], address).toBeLessThanOrEqual(KIB);
    for (const [address, bytes] of Object.entries(sizes)) {
      expect(bytes, address).toBeLessThanOrEqual((address === "/swipe" ? 88 : 102) * KIB);
    }
    expect(await styleOf(page)).toBeLessThanOrEqual(15 * KIB);
  });

  test("an applicant's page prefetches the deck's scripts before the approval, and fetches no style file", async ({
    people,
  }) => {
    const page = await people.openAs(await people.applicant(woman("Early Esha")), "/moderation-pending");
    const files = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    await expect.poll(files).toContainEqual(expect.stringContaining("/assets/SwipeScreen-"));
    expect(await files()).not.toContainEqual(expect.stringContaining(".css"));
  });
});

/** Opens the app for a member with a match, a pending like and a thread. */
async function openAsMember(people: People, ready: Ready) {
  const [me, other] = await people.pair(woman("Quality Qadir"), woman("Quality Quinn"));
  const liker = await people.member(woman("Quality Queenie"));
  await swipe(ready, liker, me);
  const page = await people.openAs(me, "/profile");
  // Makes /matches ask about notifications.
  await page.context().grantPermissions(["notifications"], { origin: ready.appUrl });
  return { page, noise: listen(page), me, liker, thread: await threadOf(ready, me, other) };
}

/** Waits for the fonts, which may move a line when they arrive. */
async function waitForFonts(page: Page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

/** Checks a screen for everything that a picture does not show. */
async function inspect(page: Page, address: string) {
  await page.setViewportSize({ width: 390, height: 844 });
  await inLight(page);
  await settle(page, address);
  await expect(page.locator("main"), `${address} has one main landmark`).toHaveCount(1);
  // Retries once, because fonts may arrive late on a busy machine. A real shift happens each time.
  if ((await movements(page)).length > 0) await settle(page, address);
  expect(await movements(page), `${address} does not shift when its data arrives`).toEqual([]);
  expect(await longAnimations(page), `${address} does not move for a person who prefers less motion`).toEqual([]);
  await checkInBothSchemes(page, address);
  for (const width of [320, 820, 1920]) {
    await resize(page, width);
    expect(await overflow(page), `${address} at ${String(width)} px`).toBeLessThanOrEqual(0);
  }
  await resize(page, 390);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect(await overflow(page), `${address} with letters twice as large`).toBeLessThanOrEqual(0);
  expect(await brokenWords(page), `${address} with letters twice as large`).toEqual([]);
  // A thread opens with the focus in its box.
  if (await page.evaluate(() => document.activeElement === document.body)) await page.keyboard.press("Tab");
  expect(await focusIsSeen(page), `${address} shows where the focus is`).toBe(true);
}

/** Returns the elements with an animation of more than 250 ms. */
function longAnimations(page: Page) {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 250)
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
  );
}

/** Opens an address and waits until everything has loaded. */
async function settle(page: Page, address: string) {
  await page.goto(address);
  await expect(page.locator("h1"), `${address} has one title`).toHaveCount(1);
  await page.waitForLoadState("networkidle");
}

/** Checks the dialogs of a member's screens, in light and dark. */
async function checkDialogs(page: Page) {
  for (const [address, name] of [
    ["/profile", "How I Look to Others"],
    ["/profile", "Delete Account"],
    ["/upgrade", /VIP Boost/],
    ["/matches", /^See the card of/],
    ["/matches?tab=likes", /^See the card of/],
  ] as const) {
    await inLight(page);
    await page.goto(address);
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await checkInBothSchemes(page, String(name));
  }
  await inLight(page);
  await page.goto("/edit-profile");
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await wideJpeg());
  await expect(page.getByRole("slider")).toBeVisible();
  await checkInBothSchemes(page, "cropping");
}

async function inLight(page: Page) {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

/** Checks the current screen in light, then its colours in dark. */
async function checkInBothSchemes(page: Page, what: string) {
  expect(await violationsOf(page), what).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await violationsOf(page, "color-contrast"), `${what}, dark`).toEqual([]);
}

/** Returns the address of a thread with messages of both people. The other person's messages include a phone number. */
async function threadOf(ready: Ready, me: Member, other: Member): Promise<string> {
  const matchId = await matchOf(ready, me, other);
  await sendMessage(ready, me, matchId, "Which stage is first for you?");
  for (const text of ["🎸", "Call me: 98765 43210"]) await sendMessage(ready, other, matchId, text);
  return `/matches/${matchId}`;
}

/** Returns the transferred bytes of a screen's scripts, without those prefetched for other screens. */
async function scriptsOf(page: Page, address: string) {
  await page.addInitScript((ahead) => {
    const later = window.setTimeout;
    const skipAhead = (...[work, after]: Parameters<typeof later>) => (after === ahead ? 0 : later(work, after));
    Object.assign(window, { setTimeout: skipAhead });
  }, 1_500);
  await page.goto(address);
  await expect(page.locator("h1")).toBeVisible();
  await page.waitForLoadState("networkidle");
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}

/** Returns the bytes of the style, which is inside the page. */
async function styleOf(page: Page) {
  await page.goto("/");
  const style = await page.evaluate(() =>
    [...document.querySelectorAll("style")].map((element) => element.textContent).join(""),
  );
  return brotliCompressSync(style).length;
}
