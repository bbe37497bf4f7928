import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../../testing/page";

const pages = {
  "/about": "About",
  "/faq": "FAQ",
  "/contact": "Contact",
  "/terms": "Terms",
  "/privacy": "Privacy",
  "/cookies": "Cookies",
  "/refund-cancellation": "Refunds and cancellation",
  "/status": "Status",
};
const footer = page.getByRole("contentinfo");

test("each page has its own title, links to the others, and opens at the top", async () => {
  show("/privacy");
  const titles = new Set<string>();
  for (const [path, label] of Object.entries(pages)) {
    await expect.element(footer.getByRole("link", { name: label, exact: true })).toBeVisible();
    window.scrollTo(0, 400);
    await footer.getByRole("link", { name: label, exact: true }).click();
    await expect.poll(() => window.location.pathname).toBe(path);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(footer.getByRole("link").elements()).toHaveLength(Object.keys(pages).length);
    await expect.poll(() => window.scrollY).toBe(0);
    titles.add(document.title);
  }
  expect(titles.size).toBe(Object.keys(pages).length);
});

test("an unknown path shows its own page, with a link to the front page", async () => {
  show("/no-such-page");
  await expect.element(page.getByRole("heading", { level: 1, name: "Nothing on this wall" })).toBeVisible();
  await page.getByRole("main").getByRole("link").click();
  await expect.element(page.getByRole("link", { name: "Get Started" }).first()).toBeVisible();
  expect(window.location.pathname).toBe("/");
});
