import { expect, test, vi } from "vitest";
import { setFestivalOfPage } from "../../lib/festival";
import { festival } from "../../testing/festival";
import { heading, show } from "../../testing/page";

test("Back from a page that did not load shows the page before it", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  setFestivalOfPage({
    ...festival,
    // Only the privacy page has this text.
    get erasingLatest(): string {
      throw new Error("A text that cannot be shown");
    },
  });
  show("/faq");
  const before = heading("Frequently asked questions");
  await expect.element(before).toBeVisible();
  window.history.pushState({}, "", "/privacy");
  window.dispatchEvent(new PopStateEvent("popstate"));
  await expect.element(heading("This page did not load")).toBeVisible();
  window.history.back();
  await expect.element(before).toBeVisible();
});
