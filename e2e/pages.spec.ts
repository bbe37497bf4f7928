/** The pages for everybody, and the way to reach the organisers. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { makeMember } from "./doors";
import { expect, signIn, test } from "./fixtures";
import { addressOf, mailsTo } from "./mail";
import { freePorts, startProduct } from "./product";

const pages = {
  "/about": "About",
  "/faq": "FAQ",
  "/contact": "Contact",
  "/terms": "Terms",
  "/privacy": "Privacy",
  "/cookies": "Cookies",
  "/refund-cancellation": "Refunds and cancellation",
};

test("the landing page's footer leads to every page, each with the way to the others", async ({ page }) => {
  for (const [path, label] of Object.entries(pages)) {
    await page.goto(path === "/cookies" ? "/privacy" : "/");
    await page.getByRole("contentinfo").getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("contentinfo").getByRole("link")).toHaveCount(Object.keys(pages).length);
  }
});

test("who reads a page before its script has arrived is not thrown back to the top", async ({ page }) => {
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

test("a message from the contact form reaches the organisers", async ({ page, ready }) => {
  const email = addressOf("visitor");
  await page.goto("/contact");
  await write(page, { Name: "Asha", Email: email, Subject: "Lost wristband", Message: "Blue, near the second stage." });
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Message sent successfully! We will get back to you soon.")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("");

  await expect(page.getByRole("link", { name: /@/ })).toHaveAttribute("href", /^mailto:.+@.+/);
  // Where the local settings have it sent.
  await expect
    .poll(async () => JSON.stringify(await mailsTo(ready, "help@festival.test")))
    .toContain("near the second stage");
});

test("whoever is signed in need not say who they are", async ({ newPerson, ready }) => {
  const member = await makeMember(ready, { name: "Known Kavya", gender: "female" });
  const { page, context } = await newPerson("Known");
  await signIn({ ...member, page, context });
  await expect(page).toHaveURL(/\/swipe$/);
  await page.goto("/contact");
  await expect(page.getByLabel("Name")).toHaveValue("Known Kavya");
  await expect(page.getByLabel("Email")).toHaveValue(member.email);
  await write(page, { Name: "Kavya's sister", Subject: "Lost wristband", Message: "Blue, near the second stage." });
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Message sent successfully! We will get back to you soon.")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expect(page.getByLabel("Name")).toHaveValue("Known Kavya");
});

test("all four are required, and an address has to be one", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Please fill all required fields")).toBeVisible();
  await expect(page.getByText("Please enter your email")).toBeVisible();
  await page.getByLabel("Email").fill("asha");
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
});

test("a message that could not be sent says so and is still there", async ({ page }) => {
  let cut = async () => {};
  let isCut = false;
  await page.routeWebSocket(/\/sync$/, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    cut = () => socket.close();
  });
  await page.goto("/contact");
  const typed = { Name: "Asha", Email: "asha@college.edu", Subject: "Hello", Message: "Is anybody there?" };
  await write(page, typed);
  await page.waitForLoadState("networkidle");

  isCut = true;
  await cut();
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Failed to send message. Please try again later.")).toBeVisible({ timeout: 15_000 });
  for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text);
});

test("page views are counted where a collector is set, by screen and never by person", async ({ page }) => {
  test.setTimeout(120_000);
  const collector = await startCollector();
  const dir = await mkdtemp(path.join(tmpdir(), "counted-"));
  const product = await startProduct({
    dir: path.join(dir, "local"),
    ports: await freePorts(5283, 5),
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

async function write(page: Page, form: Record<string, string>) {
  for (const [label, text] of Object.entries(form)) await page.getByLabel(label).fill(text);
}
