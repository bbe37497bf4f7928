/** The pages for everybody, and how visits are counted. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "./fixtures";
import { freePorts, startProduct, workerPort } from "./product";

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

test("page views are counted where a collector is set, by screen and never by person", async ({ page }, {
  parallelIndex,
}) => {
  test.setTimeout(120_000);
  const collector = await startCollector();
  const dir = await mkdtemp(path.join(tmpdir(), "counted-"));
  const product = await startProduct({
    dir: path.join(dir, "local"),
    ports: await freePorts(workerPort(parallelIndex, { own: true }), 6),
    settings: { VITE_ANALYTICS_DOMAIN: "festival.example", VITE_ANALYTICS_ENDPOINT: `${collector.url}/api/event` },
  });
  try {
    // The library leaves out browsers that are driven by a program, unless they say so.
    await page.addInitScript("window.__plausible = true");
    const { appUrl } = product.ready;
    await page.goto(`${appUrl}/?utm_source=poster#top`);
    await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
    await expect.poll(() => collector.pages).toEqual([`${appUrl}/`, `${appUrl}/terms`]);
    await page.goto(`${appUrl}/reset-password/secretsecretsecret?order_id=order_1`);
    await expect.poll(() => collector.pages.at(-1)).toBe(`${appUrl}/reset-password/…`);
    await page.goto(`${appUrl}/payment-success?order_id=order_1764000000000_secret`);
    await expect.poll(() => collector.pages.at(-1)).toBe(`${appUrl}/auth`);

    expect(collector.bodies.join("\n")).not.toMatch(/secret|order_|utm_/);
    expect(await page.context().cookies()).toEqual([]);
  } finally {
    await product.stop();
    await collector.stop();
    await rm(dir, { recursive: true, force: true });
  }
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

/** A stand-in for the collector: keeps what it is sent. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "POST") bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(202, { "access-control-allow-origin": "*" }).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    bodies,
    get pages() {
      return bodies
        .map((body) => JSON.parse(body) as { n: string; u: string })
        .filter(({ n }) => n === "pageview")
        .map(({ u }) => u);
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
