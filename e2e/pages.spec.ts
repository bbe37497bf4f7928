/** The pages for everybody. */
import { expect, test } from "./fixtures";

const pages = ["/about", "/faq", "/contact", "/status", "/terms", "/privacy", "/cookies", "/refund-cancellation"];

test("the landing page's footer leads to every page, each with the way to the others", async ({ page }) => {
  for (const path of pages) {
    await page.goto(path === "/cookies" ? "/privacy" : "/");
    await page.getByRole("contentinfo").locator(`a[href="${path}"]`).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("contentinfo").getByRole("link")).toHaveCount(pages.length);
  }
});

test("a person who scrolls before the script has arrived keeps their place", async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto("/terms", { waitUntil: "commit" });
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "FAQ" })).toBeVisible();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);

  arrive();
  const root = page.locator("#root");
  await expect.poll(() => root.evaluate((at) => Object.keys(at).some((key) => key.startsWith("__react")))).toBe(true);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);

  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect.poll(() => page.evaluate(() => window.scrollY), "another page starts at its top").toBe(0);
});

test("without a collector nothing is counted", async ({ page, ready }) => {
  const strangers: string[] = [];
  page.on("request", (request) => {
    if (!Object.values(ready).some((url) => typeof url === "string" && request.url().startsWith(url))) {
      strangers.push(request.url());
    }
  });
  await page.addInitScript("window.__plausible = true");
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await page.waitForLoadState("networkidle");
  expect(strangers).toEqual([]);
});
