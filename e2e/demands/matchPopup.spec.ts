/** The match popup, demand by demand: specification 4 (match popup). */
import type { Page } from "@playwright/test";
import { handleOf } from "../doors";
import { expect, swipe, test, woman } from "./people";

test.describe("The match popup", () => {
  test("opens on the second like with both photos, names and handles", async ({ people, ready }) => {
    const [viewer, liker] = [await people.member(woman("Popup Viewer")), await people.member(woman("Popup Liker"))];
    await swipe(ready, liker, viewer);
    const page = await people.seat(viewer, "/swipe");
    await stay(page);
    await expect(page.getByRole("heading", { name: /^Popup Liker/ })).toBeVisible();
    await page.getByRole("button", { name: "Like", exact: true }).click();
    const popup = page.getByRole("dialog", { name: "It's a match!" });
    await expect(popup.getByRole("img", { name: "Photo of Popup Viewer" })).toBeVisible();
    await expect(popup.getByRole("img", { name: "Photo of Popup Liker" })).toBeVisible();
    await expect(popup.getByText(`@${handleOf(viewer.name)}`)).toBeVisible();
    await expect(popup.getByRole("link", { name: new RegExp(handleOf(liker.name)) })).toBeVisible();
    await popup.getByRole("button", { name: "View Matches" }).click();
    await expect(page).toHaveURL(/\/matches$/);
  });

  /** From the next load on it stays for ever: whatever closes it is what was pressed, however slow the machine. */
  async function stay(page: Page) {
    await page.addInitScript((own) => {
      const later = window.setTimeout;
      const never = (...[work, after]: Parameters<typeof later>) => (after === own ? 0 : later(work, after));
      Object.assign(window, { setTimeout: never });
    }, 6_000);
    await page.reload();
  }
});
