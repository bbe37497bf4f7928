/** The main journey by keyboard alone, with the focus where a person expects it. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { addressOf, latestCode } from "./mail";
import { swipe } from "./acts";
import { focusedIsOnTop } from "./layoutChecks";
import { decide, leave, run, signInAs, woman } from "./people";
import { jpeg } from "./pictures";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test("a person signs up, creates a profile, swipes, matches, unmatches and signs out by keyboard alone", async ({
  ready,
  people,
  newPage,
}) => {
  const page = await newPage();
  const email = addressOf("keya");
  const password = "correct horse 42";
  const { keyboard } = page;

  await test.step("sign up", async () => {
    await page.goto("/auth");
    // Until the form is here, the served page shows its skeleton.
    await expect(field(page, "Email")).toBeEditable();
    await tabThrough(page, [page.getByRole("link").first(), field(page, "Email"), button(page, "Send OTP")]);
    await keyboard.press("Shift+Tab");
    await keyboard.type(email);
    await keyboard.press("Enter");
    await expect(field(page, "OTP"), "the code field is ready").toBeFocused();
    await keyboard.type(await latestCode(ready, email));
    const show = button(page, "Show password");
    await tabAndType(page, "Password", password);
    await tabThrough(page, [show.first()]);
    await tabAndType(page, "Confirm Password", password);
    await tabThrough(page, [show.last(), button(page, "Verify OTP")]);
    await keyboard.press("Enter");
    await expect(
      page.getByRole("heading", { name: "Welcome Back" }),
      "the new form's heading has the focus",
    ).toBeFocused();
    await tabAndType(page, "Email", email);
    await tabAndType(page, "Password", password);
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/\/create-profile$/);
  });

  await test.step("create a profile", async () => {
    // Register first, so that Chromium does not open its own dialog when the key is pressed.
    const chooser = page.waitForEvent("filechooser");
    await tabThrough(page, [field(page, "Profile picture")]);
    await keyboard.press("Space");
    await (await chooser).setFiles(await jpeg(6));
    // Skips the photo's buttons and the slot of a second one.
    await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible();
    await tabTo(page, field(page, "Name"));
    await keyboard.type("Keya");
    await tabThrough(page, [page.getByRole("radio", { name: "Male", exact: true })]);
    await keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Female", exact: true })).toBeChecked();
    await tabAndType(page, "Age", "21");
    await tabAndType(page, "Phone", "+919876543210");
    await tabAndType(page, "I want to meet", "Wom");
    // Skips the ages.
    await tabTo(page, field(page, "Bio"));
    await keyboard.type("No mouse.");
    await tabAndType(page, "Instagram handle", "keya.live");
    await tabThrough(page, [page.getByRole("checkbox").first()]);
    await keyboard.press("Space");
    await tabTo(page, field(page, "Drinking"));
    await keyboard.type("Soc");
    await tabAndType(page, "Smoking", "Nev");
    await tabThrough(page, [field(page, "Course"), field(page, "Year"), button(page, "Create Profile")]);
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
    await tabTo(page, button(page, "Sign Out"));
  });

  await test.step("swipe and match", async () => {
    await decide(ready, "Keya", true);
    await expect(page).toHaveURL(/\/swipe$/);
    const token = await page.evaluate(() => localStorage.getItem("__convexAuthJWT_attendee") ?? "");
    const me = (await run(ready, "query", "profiles:me", {}, token)) as { _id: string };
    for (const name of ["Keyed One", "Keyed Two", "Keyed Three"]) {
      const liker = await people.member(woman(name));
      await swipe(ready, liker, { id: me._id });
    }
    await page.reload();
    const like = button(page, "Like");
    await tabTo(page, like);
    await keyboard.press("Enter");
    const popup = page.getByRole("dialog", { name: "It's a match!" });
    await expect(popup.getByRole("button", { name: "Keep Swiping" })).toBeFocused();
    // The popup ignores keys for its first second.
    await expect(async () => {
      await keyboard.press("Tab");
      expect(await focusedName(page)).not.toBe("Keep Swiping");
    }).toPass();
    const order = [await focusedName(page)];
    for (let n = 1; n < 6; n++) {
      await keyboard.press("Tab");
      order.push(await focusedName(page));
    }
    expect(order.at(-1), "the focus cycles within the popup").toBe(order[0]);
    expect(order.slice(0, 5).join(" · ")).toMatch(
      /^@keyed\w+\.live.* · Copy @keyed\w+\.live · Say hello · View Matches · Keep Swiping$/,
    );
    await keyboard.press("Escape");
    await expect(popup).toBeHidden();
    await expect(like, "the focus returns to Like").toBeFocused();
    await expect(page.locator("p[aria-live=polite]"), "the next card is announced").toHaveText(/^Keyed/);
    const next = await page.locator("p[aria-live=polite]").innerText();
    await keyboard.press("ArrowLeft");
    await keyboard.press("Backspace");
    await expect(page.locator("p[aria-live=polite]"), "the returned card is announced").toHaveText(
      `Swipe taken back. ${next.split(",")[0]} is on top again.`,
    );
    await keyboard.press("ArrowRight");
    await expect(popup).toBeVisible();
    await expect(async () => {
      await keyboard.press("Escape");
      await expect(popup).toBeHidden({ timeout: 500 });
    }).toPass();
  });

  await test.step("open a report and cancel it", async () => {
    const info = page.getByRole("button", { name: /^Report Keyed/ }).first();
    await tabTo(page, info, "Shift+Tab");
    await keyboard.press("Enter");
    await expect(page.getByRole("radio", { name: "Fake profile" })).toBeFocused();
    await keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Harassment or threats" })).toBeChecked();
    await keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(info).toBeFocused();
  });

  await test.step("write a message", async () => {
    await tabTo(page, page.getByRole("link", { name: "Matches" }), "Shift+Tab");
    await keyboard.press("Enter");
    await tabTo(page, page.getByRole("link", { name: /^Chat with Keyed/ }).first());
    await keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: /^Message to Keyed/ }), "the box is ready for typing").toBeFocused();
    await keyboard.type("By keys alone");
    await keyboard.press("Enter");
    await expect(page.getByRole("log").getByText("By keys alone")).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "More about the message “By keys alone”" }), "Shift+Tab");
    await keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Message" })).toBeVisible();
    await keyboard.press("Escape");
    const more = page.getByRole("button", { name: /^More about Keyed/ });
    await tabTo(page, more, "Shift+Tab");
    for (const act of ["Unmatch", "Report or block"]) {
      await keyboard.press("Enter");
      await tabTo(page, page.getByRole("dialog").getByRole("button", { name: act }));
      await keyboard.press("Enter");
      const question = page.getByRole("dialog", { name: new RegExp(`^${act.split(" ")[0]}`) });
      await expect(question).toBeVisible();
      await keyboard.press("Escape");
      await expect(question).toBeHidden();
      await expect(more, "after a cancel the focus returns to the menu's button").toBeFocused();
    }
    await tabTo(page, page.getByRole("link", { name: "Back to matches" }), "Shift+Tab");
    await keyboard.press("Enter");
  });

  await test.step("unmatch", async () => {
    await expect(page.getByRole("tab", { name: "Matches (2)" })).toBeVisible();
    await tabTo(page, page.getByRole("tab", { name: "Matches (2)" }));
    await keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Pending Likes (1)" })).toBeFocused();
    await expect(page.getByRole("heading", { name: /^Keyed/ })).toHaveCount(1);
    await keyboard.press("ArrowLeft");
    const photo = page.getByRole("button", { name: /^See the card of Keyed/ }).first();
    const question = page.getByRole("dialog", { name: /^Unmatch Keyed/ });
    const askToUnmatch = async () => {
      await keyboard.press("Enter");
      await tabTo(page, page.getByRole("button", { name: /^Unmatch Keyed/ }));
      await keyboard.press("Enter");
      await expect(question).toBeVisible();
    };
    await tabTo(page, photo);
    await askToUnmatch();
    await expect(button(page, "Keep"), "a second Enter does not unmatch").toBeFocused();
    await keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(photo).toBeFocused();
    await askToUnmatch();
    await tabTo(page, question.getByRole("button", { name: "Unmatch", exact: true }));
    await keyboard.press("Enter");
    await expect(page.getByText("Successfully unmatched")).toBeVisible();
    await expect(page.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
  });

  await test.step("sign out", async () => {
    await tabTo(page, page.getByRole("link", { name: "Profile" }));
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/\/profile$/);
    await expect(button(page, "Delete Account")).toBeVisible();
    await page.setViewportSize({ width: 390, height: 640 });
    for (let n = 0; n < 18; n++) {
      await keyboard.press("Tab");
      await expect.poll(() => focusedIsOnTop(page), `${await focusedName(page)} is not behind the bar`).toBe(true);
    }
    await tabTo(page, button(page, "Delete Account"), "Shift+Tab");
    await keyboard.press("Enter");
    await expect(field(page, 'Type "delete my acc"')).toBeFocused();
    await keyboard.press("Escape");
    const preview = button(page, "How I Look to Others");
    await tabTo(page, preview, "Shift+Tab");
    await keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await keyboard.press("Escape");
    await expect(preview).toBeFocused();
    await tabTo(page, button(page, "Sign Out"));
    await keyboard.press("Enter");
    await expect(page.getByText("Signed out successfully")).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
  });
  // Otherwise this person would be in other tests' decks.
  await leave(ready, { ...(await signInAs(ready, "password", email, password)), email, password });
});

/** Presses Tab once for each of these elements and checks their order. */
async function tabThrough(page: Page, stops: Locator[]) {
  for (const stop of stops) {
    await expect(stop).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(stop).toBeFocused();
  }
}

async function tabAndType(page: Page, label: string, text: string) {
  await tabThrough(page, [field(page, label)]);
  await page.keyboard.type(text);
}

/** Presses Tab until the element has the focus, at most 40 times. */
async function tabTo(page: Page, stop: Locator, key = "Tab") {
  await expect(stop).toBeVisible();
  for (let n = 0; n < 40 && !(await isFocused(stop)); n++) await page.keyboard.press(key);
  await expect(stop).toBeFocused();
}

function isFocused(stop: Locator): Promise<boolean> {
  return stop.evaluate((element) => element === document.activeElement);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    return focused?.getAttribute("aria-label") ?? focused?.textContent ?? "";
  });
}
