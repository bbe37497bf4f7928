import { expect, onTestFinished, test } from "vitest";
import { cdp, page } from "vitest/browser";
import { showTo } from "../testing/page";
import { member } from "../testing/people";

test("in high contrast the open tab, a chosen hobby and the knob of a switch can be seen", async () => {
  await forceColours("active");
  onTestFinished(() => forceColours("none"));
  showTo(member({ hobbies: ["Music 🎵"] }), "/matches");
  const tab = page.getByRole("tab", { name: "Matches" });
  await expect.element(tab).toBeVisible();
  expect(getComputedStyle(tab.element(), "::after").backgroundImage).toContain("gradient");

  showTo(member({ hobbies: ["Music 🎵"] }), "/edit-profile");
  const backOf = (hobby: string) => {
    const chip = page.getByRole("checkbox", { name: hobby }).element().parentElement;
    return chip && getComputedStyle(chip).backgroundColor;
  };
  await expect.element(page.getByRole("checkbox", { name: "Music" })).toBeChecked();
  expect(backOf("Music")).not.toBe(backOf("Chess"));

  await page.getByRole("link", { name: "Profile" }).first().click();
  const aSwitch = page.getByRole("switch").first();
  await expect.element(aSwitch).toBeVisible();
  const [track, knob] = [aSwitch.element(), aSwitch.element().firstElementChild ?? aSwitch.element()];
  expect(getComputedStyle(knob).backgroundColor).toBe(getComputedStyle(track).color);
});

/** Turns the browser's high contrast on or off. */
async function forceColours(value: "active" | "none") {
  const session = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> };
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
}
