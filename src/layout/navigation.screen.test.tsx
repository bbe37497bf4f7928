import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { deployment, show, showTo } from "../testing/page";
import { applicant, member, newcomer, news } from "../testing/people";

const bar = page.getByRole("navigation", { name: "Main" });

test("the navigation bar has Swipe, Matches and Profile, and marks the open one", async () => {
  showTo(member(), "/swipe");
  for (const [name, path] of [
    ["Matches", "/matches"],
    ["Profile", "/profile"],
    ["Swipe", "/swipe"],
  ] as const) {
    const tab = bar.getByRole("link", { name });
    await tab.click();
    await expect.element(tab).toHaveAttribute("aria-current", "page");
    expect(window.location.pathname).toBe(path);
    expect(bar.element().querySelectorAll("[aria-current]")).toHaveLength(1);
  }
});

test("the navigation bar marks Profile while the member edits it", async () => {
  showTo(member(), "/edit-profile");
  await expect.element(bar.getByRole("link", { name: "Profile" })).toHaveAttribute("aria-current", "page");
});

test("the navigation bar is hidden for visitors and at the moderators' sign-in", async () => {
  for (const path of ["/", "/auth", "/terms", "/moderator/login"]) {
    show(path);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
  }
});

test("the navigation bar is hidden at /create-profile and while an applicant waits", async () => {
  showTo(newcomer(), "/create-profile");
  await expect.element(page.getByRole("button", { name: "Create Profile" })).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
  deployment.answer(api.profiles.me, applicant());
  await expect.element(page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
});

test("the navigation bar is on public pages for members, and not for applicants", async () => {
  for (const path of ["/faq", "/contact"]) {
    showTo(member(), path);
    await expect.element(bar.getByRole("link", { name: "Swipe" })).toBeVisible();
    await expect.element(page.getByRole("contentinfo").getByRole("link", { name: "Terms" })).toBeVisible();
  }
  deployment.answer(api.matches.news, news({ matches: 1, likes: 2, unread: 4 }));
  showTo(member(), "/faq");
  await expect.element(bar.getByRole("link", { name: /Matches/ })).toHaveTextContent("7");
  showTo(applicant(), "/faq");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => deployment.calls(api.profiles.me).length).toBeGreaterThan(0);
  await expect.element(bar).not.toBeInTheDocument();
});
