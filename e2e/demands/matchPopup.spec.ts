/** The match popup, demand by demand: specification 4 (match popup). */
import type { Page } from "@playwright/test";
import { handleOf } from "../doors";
import type { Ready } from "../product";
import { expect, match, type People, swipe, test, woman } from "./people";

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

  test("closes by itself after 6 s", async ({ people, ready }) => {
    const { popup, meet } = await alone(people, ready);
    await meet("Closing Alpha");
    const opened = Date.now();
    await expect(popup).toBeHidden({ timeout: 9_000 });
    expect(Date.now() - opened).toBeGreaterThan(4_500);
  });

  test("waits for whoever is looking at another tab", async ({ people, ready }) => {
    const { page, popup, viewer } = await alone(people, ready);
    const turn = (state: string) =>
      page.evaluate((visibilityState) => {
        Object.defineProperty(document, "visibilityState", { configurable: true, get: () => visibilityState });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await turn("hidden");
    await match(ready, viewer, await people.member(woman("Closing Delta")));
    await page.getByRole("link", { name: "Matches" }).click();
    await expect(page.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
    await expect(popup).toBeHidden();
    await turn("visible");
    await expect(popup).toBeVisible();
  });

  test("closes by Keep Swiping, and by a press beside it", async ({ people, ready }) => {
    const { page, popup, meet } = await alone(people, ready);
    await stay(page);
    await expect(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
    await meet("Closing Beta");
    await popup.getByRole("button", { name: "Keep Swiping" }).click();
    await expect(popup).toBeHidden();
    await meet("Closing Gamma");
    // Above everything: the two photos come in from the sides.
    await page.mouse.click(195, 40);
    await expect(popup).toBeHidden();
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

  /** Somebody before an empty deck, and how to let them match with somebody else. */
  async function alone(people: People, ready: Ready) {
    const viewer = await people.member(woman("Closing Viewer"));
    const page = await people.seat(viewer, "/swipe");
    await expect(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
    const popup = page.getByRole("dialog", { name: "It's a match!" });
    const meet = async (name: string) => {
      await match(ready, viewer, await people.member(woman(name)));
      await expect(popup).toBeVisible();
    };
    return { page, popup, meet, viewer };
  }
});
