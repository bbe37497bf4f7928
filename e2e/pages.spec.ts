/** The pages for everybody, and the way to reach the organisers. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addressOf, expect, mailsTo, test } from "./fixtures";

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

for (const colorScheme of ["light", "dark"] as const) {
  test(`everybody can read the pages, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of Object.keys(pages)) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
        [],
      );
    }
  });
}

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

async function write(page: Page, form: Record<string, string>) {
  for (const [label, text] of Object.entries(form)) await page.getByLabel(label).fill(text);
}
