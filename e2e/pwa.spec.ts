/** The installed app: it installs, opens offline, and updates with each deploy. */
import type { Page } from "@playwright/test";
import { hostOf, type Host } from "./deploys";
import { expect, test as base } from "./fixtures";
import { woman } from "./people";

const test = base.extend<{ host: Host }>({
  host: async ({ ready }, use) => {
    const host = await hostOf(ready.appUrl);
    await use(host);
    await host.stop();
  },
});

test.use({ serviceWorkers: "allow" });

test("a browser can install the app: its manifest has a name, a start page and existing icons", async ({
  page,
  request,
}) => {
  await page.goto("/");
  const address = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = (await (await request.get(address ?? "")).json()) as Manifest;

  expect(manifest).toMatchObject({ name: "Festival Match", display: "standalone", start_url: "/swipe", scope: "/" });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"], src).toBe(type);
    if (type === "image/png")
      expect(`${String(width(await icon.body()))}x${String(width(await icon.body()))}`).toBe(sizes);
  }
  const { installabilityErrors } = await (
    await page.context().newCDPSession(page)
  ).send("Page.getInstallabilityErrors");
  // Test browsers always report this error.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

test("offline every address still opens, /swipe says that the connection is lost, and the cache holds nothing personal", async ({
  people,
  ready,
}) => {
  const page = await people.openAs(await people.member(woman("Tara Traces")));
  await waitForBuild(page);
  await page.goto("/profile");
  await expect(page.getByRole("img", { name: /Tara/ }).first()).toBeVisible();
  const cachedUrls = await page.evaluate(async () => {
    const names = await caches.keys();
    const opened = await Promise.all(names.map((name) => caches.open(name)));
    return (await Promise.all(opened.map((cache) => cache.keys()))).flat().map(({ url }) => url);
  });
  expect(cachedUrls.length).toBeGreaterThan(20);
  const own = ["/shell.html", "/swipe.html", "/icon.svg", "/manifest.webmanifest"].map((name) => ready.appUrl + name);
  expect(cachedUrls.filter((url) => !own.includes(url) && !url.startsWith(`${ready.appUrl}/assets/`))).toEqual([]);

  await page.context().setOffline(true);
  for (const [path, heading] of [
    ["/terms", "Terms of Service"],
    ["/nowhere", "Nothing on this wall"],
    ["/moderator/login", "Moderator Login"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  }
  await page.goto("/swipe");
  await expect(page.getByText(/^(No connection|Offline)\./)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^(No connection|Offline)\./)).toBeHidden({ timeout: 20_000 });
  await expect(page.getByRole("link", { name: /Profile/ })).toBeVisible();
});

test("after a deploy the next page load gets the new build, and an open page switches with its next screen", async ({
  page,
  host,
}) => {
  await page.goto(host.url);
  await waitForBuild(page);
  await expect(page.locator("html")).toHaveAttribute("data-build", "1");

  host.deploy();
  await page.reload();
  await expect(page.locator("html"), "no old page from the cache").toHaveAttribute("data-build", "2");

  await expect.poll(() => isScriptCached(page)).toBe(true);
  // A deploy while the worker installs would delete files that it still fetches.
  await expect.poll(() => isInstalling(page)).toBe(false);
  host.deploy();
  // Browsers do this when a tab becomes visible.
  await page.evaluate(async () => {
    const changed = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
    await (await navigator.serviceWorker.ready).update();
    await changed;
  });
  await expect(page.locator("html"), "the open screen stays").toHaveAttribute("data-build", "2");
  const cached = () => page.evaluate(async () => (await caches.keys()).length);
  await expect.poll(cached, "this build and the one before").toBe(2);
  expect(await isScriptCached(page), "though the host has deleted it").toBe(true);
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-build", "3");
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();

  host.isDown = true;
  await page.goto(`${host.url}/terms`);
  await expect(page.locator("html"), "the new build is cached").toHaveAttribute("data-build", "3");
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
});

test("a member's screen opens from the cached build without waiting for the network, and a reload gets the new build", async ({
  page,
  host,
}) => {
  await page.goto(host.url);
  await waitForBuild(page);
  await expect.poll(() => isScriptCached(page)).toBe(true);
  await expect.poll(() => isInstalling(page)).toBe(false);

  host.deploy();
  await page.goto(`${host.url}/swipe`);
  await expect(page.locator("html")).toHaveAttribute("data-build", "1");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-build", "2");
});

test.describe("in a browser without a service worker", () => {
  test.use({ serviceWorkers: "block" });

  test("a page whose scripts a deploy has deleted loads the new build", async ({ page, host }) => {
    await page.goto(host.url);
    await page.waitForLoadState("networkidle");
    host.deploy();
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Frequently asked questions" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-build", "2");
  });
});

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

/** Waits until the service worker has cached the whole build and controls this page. */
async function waitForBuild(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  });
}

/** True if the script of the page's own build is cached. */
function isScriptCached(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { src } = document.querySelector<HTMLScriptElement>("script[src]")!;
    return (await caches.match(src, { ignoreVary: true })) !== undefined;
  });
}

/** True while a new worker installs or waits to take over. */
function isInstalling(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { installing, waiting } = await navigator.serviceWorker.ready;
    return installing !== null || waiting !== null;
  });
}

function width(png: Buffer) {
  return png.readUInt32BE(16);
}
