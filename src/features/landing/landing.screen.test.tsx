import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, show, showTo } from "../../testing/page";
import { deck, member } from "../../testing/people";

const footer = page.getByRole("contentinfo");
const getStarted = page.getByRole("link", { name: "Get Started" }).first();
const profile = page.getByRole("link", { name: "Profile" });

test("shows the brand, the festival's badge, three blurbs and the footer's links with this year", async () => {
  show("/");
  for (const blurb of ["Smart Matching", "Festival Vibes", "Safe & Secure"]) {
    await expect.element(page.getByRole("heading", { name: blurb })).toBeVisible();
  }
  await expect.element(page.getByText(/2025/).first()).toBeVisible();
  const links = footer
    .getByRole("link")
    .elements()
    .map((link) => link.getAttribute("href"));
  expect(links).toEqual(
    expect.arrayContaining(["/about", "/faq", "/contact", "/terms", "/privacy", "/refund-cancellation"]),
  );
  expect(links.some((link) => link?.startsWith("https://"))).toBe(true);
  await expect.element(footer.getByText(`© ${new Date().getFullYear()}`)).toBeVisible();
});

test("Get Started leads a visitor to /auth, and there is no Profile link", async () => {
  show("/");
  await expect.element(getStarted).toBeVisible();
  await expect.element(profile).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/login");
  await getStarted.click();
  await expect.element(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  expect(window.location.pathname).toBe("/auth");
});

test("Get Started leads a member to /swipe, and the header has a Profile link", async () => {
  deployment.answer(api.swipes.deck, deck());
  showTo(member(), "/");
  await expect.element(profile).toHaveAttribute("href", "/profile");
  await getStarted.click();
  await expect.element(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
  expect(window.location.pathname).toBe("/swipe");
});
