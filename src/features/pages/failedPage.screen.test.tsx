import { expect, test, vi } from "vitest";
import { heading, show } from "../../testing/page";

vi.mock("./cookiesWords", () => ({
  cookies: () => {
    throw new Error("A text that cannot be shown");
  },
}));

test("Back from a page that did not load shows the page before it", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  show("/faq");
  const before = heading("Frequently asked questions");
  await expect.element(before).toBeVisible();
  window.history.pushState({}, "", "/cookies");
  window.dispatchEvent(new PopStateEvent("popstate"));
  await expect.element(heading("This page did not load")).toBeVisible();
  window.history.back();
  await expect.element(before).toBeVisible();
});
