import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { withTexts } from "../../../convex/shared/festivalTexts";
import { festival } from "../../testing/festival";
import { deployment, show, showTo } from "../../testing/page";
import { member } from "../../testing/people";

const footer = page.getByRole("contentinfo");
const getStarted = page.getByRole("link", { name: "Get Started" }).first();
const profile = page.getByRole("link", { name: "Profile" });

test("the front page shows the festival's badge, three blurbs, and a footer with links and this year", async () => {
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
  showTo(member(), "/");
  await expect.element(profile).toHaveAttribute("href", "/profile");
  await getStarted.click();
  await expect.element(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
  expect(window.location.pathname).toBe("/swipe");
});

test("the front page counts down to the first day; after the last it thanks visitors and says what is deleted", async () => {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  deployment.answer(
    api.festival.settings,
    withTexts({ ...festival, name: "Moonlights", firstDay: dayIn(9), lastDay: dayIn(9) }),
  );
  show("/");
  await expect.element(page.getByText("Moonlights").first()).toBeVisible();
  await expect.element(page.getByText(/^Starts in (8|9) days$/)).toBeVisible();

  deployment.answer(api.festival.settings, withTexts({ ...festival, firstDay: dayIn(-9), lastDay: dayIn(-9) }));
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByText(/Thank you for being here.*we delete every profile/)).toBeVisible();
  await expect.element(page.getByText(/^Starts in/)).not.toBeInTheDocument();
  await expect.element(getStarted).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: "Sign in to see your matches" }))
    .toHaveAttribute("href", "/login");
});

test("after the last day the front page leads a member to their matches", async () => {
  const past = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10);
  deployment.answer(api.festival.settings, withTexts({ ...festival, firstDay: past, lastDay: past }));
  showTo(member(), "/");
  await expect.element(page.getByRole("link", { name: "See your matches" })).toHaveAttribute("href", "/matches");
});

test("the front page shows the organisers' picture at 16:9, and takes no space without one", async () => {
  const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
  deployment.answer(api.festival.settings, withTexts(festival));
  show("/");
  await expect.element(page.getByRole("heading", { name: "Smart Matching" })).toBeVisible();
  const shown = () => document.querySelector<HTMLImageElement>("img[loading=lazy][width='1600']");
  expect(shown()?.offsetHeight).toBe(0);

  deployment.answer(api.festival.settings, { ...withTexts(festival), picture });
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => shown()?.offsetHeight).toBeGreaterThan(100);
  const { offsetWidth = 0, offsetHeight = 1 } = shown() ?? {};
  expect(Math.abs(offsetWidth / offsetHeight - 16 / 9)).toBeLessThan(0.02);
});
