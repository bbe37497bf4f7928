import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { festivalDates } from "../../../convex/shared/festival";
import { festival } from "../../testing/festival";
import { hostile } from "../../testing/forms";
import { deployment, show, showTo } from "../../testing/page";
import { dayName } from "../../lib/festivalDays";
import { member, newId, photo, shownAt, type Me } from "../../testing/people";

const pathname = () => window.location.pathname;

test("the profile shows photo, name, age, gender, About, hobbies, habits and the Instagram link", async () => {
  showProfile({ age: 22, bio: "All of me." });
  await expect.element(page.getByRole("heading", { name: /^Asha, 22/ })).toBeVisible();
  await expect.element(page.getByRole("img", { name: "Photo of Asha" })).toBeVisible();
  await expect.element(page.getByText("Female", { exact: true }), { message: "no course, no year" }).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "About" })).toBeVisible();
  await expect.element(page.getByText("All of me.")).toBeVisible();
  await expect.element(page.getByText(/^Music/)).toBeVisible();
  await expect.element(page.getByText("Socially")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "@asha.live" })).toBeVisible();
});

test("the profile shows all photos, one tap after the other, and the chosen days and ages", async () => {
  const colours = ["tomato", "gold", "navy"];
  const photos = colours.flatMap((colour) =>
    shownAt(photo.replace("teal", colour)).map((shown) => ({ ...shown, photoId: newId("photos") })),
  );
  const [first = "", second = ""] = festivalDates(festival);
  const me = showProfile({ photos, festivalDays: [second, first], ageRange: { min: 20, max: 24 } });
  await page.getByRole("button", { name: "Next photo (2 of 3)" }).click();
  await expect.element(page.getByRole("img", { name: "Photo of Asha, 2 of 3" })).toBeVisible();
  await userEvent.keyboard("{ArrowUp}");
  await expect
    .element(page.getByRole("img", { name: "Photo of Asha, 2 of 3" }), { message: "keys scroll" })
    .toBeVisible();
  await expect.element(page.getByText(`${dayName(first)}, ${dayName(second)}`, { exact: true })).toBeVisible();
  await expect.element(page.getByText("Ages 20 to 24")).toBeVisible();

  deployment.answer(api.profiles.me, { ...me, festivalDays: [], ageRange: { min: 18, max: 30 } });
  await expect.element(page.getByText("Who you meet"), { message: "nothing was chosen" }).not.toBeInTheDocument();
  await expect.element(page.getByText("When you are there")).not.toBeInTheDocument();
});

test("the Daily Swipes bar shows what is left, and follows swipes made elsewhere", async () => {
  const me = showProfile();
  const meter = page.getByRole("meter", { name: "Daily Swipes" });
  await expect.element(meter).toHaveAttribute("aria-valuetext", "5 of 5");
  deployment.answer(api.profiles.me, { ...me, swipesRemaining: 0 });
  await expect.element(meter).toHaveAttribute("aria-valuetext", "0 of 5");
  await expect.element(page.getByText("0 of 5")).toBeVisible();
});

test("a member downloads their data with one press, and a refusal is shown", async () => {
  showProfile();
  deployment.answer(api.profiles.exportMine, "{}");
  const download = page.getByRole("button", { name: "Download my data" });
  await download.click();
  await expect.element(page.getByText("The file is in your downloads")).toBeVisible();
  deployment.refuse(api.profiles.exportMine, "TOO_MANY_TRIES", "Too many attempts. Please try again in 480 minutes.");
  await download.click();
  await expect.element(page.getByText("Too many attempts. Please try again in 480 minutes.")).toBeVisible();
});

test("the profile links to Gold, VIP and the public pages", async () => {
  showProfile();
  for (const name of ["FAQ", "Contact", "Terms", "Privacy"]) {
    await expect.element(page.getByRole("navigation", { name: "More" }).getByRole("link", { name })).toBeVisible();
  }
  await expect.element(page.getByRole("link", { name: "VIP Boost" })).toHaveAttribute("href", "/upgrade");
  await page.getByRole("link", { name: "Get Gold" }).click();
  await expect.element(page.getByRole("heading", { name: "Unlock Premium Experience" })).toBeVisible();
  expect(pathname()).toBe("/upgrade");
});

test("a member can switch mails about likes on and off; a switch that fails is off again", async () => {
  const me = showProfile();
  const wish = page.getByRole("switch", { name: "E-mail me about new likes" });
  await expect.element(wish).not.toBeChecked();
  deployment.break(api.profiles.setMailWishes);
  await wish.click();
  await expect.element(page.getByText("Failed to update profile")).toBeVisible();
  await expect.element(wish).not.toBeChecked();

  deployment.answer(api.profiles.setMailWishes, ({ newLikes }) => {
    deployment.answer(api.profiles.me, { ...me, mailNewLikes: newLikes === true });
    return null;
  });
  await wish.click();
  await expect.element(wish).toBeChecked();
  await wish.click();
  await expect.element(wish).not.toBeChecked();
  expect(deployment.calls(api.profiles.setMailWishes).map(({ newLikes }) => newLikes)).toEqual([true, true, false]);
});

test("mails about matches and messages are on, and a member can switch them off", async () => {
  const me = showProfile();
  const wish = page.getByRole("switch", { name: "E-mail me when I have a new match or unread messages" });
  await expect.element(wish).toBeChecked();
  deployment.answer(api.profiles.setMailWishes, ({ notices }) => {
    deployment.answer(api.profiles.me, { ...me, mailNotices: notices === true });
    return null;
  });
  await wish.click();
  await expect.element(wish).not.toBeChecked();

  expect(deployment.calls(api.profiles.setMailWishes)).toEqual([{ notices: false }]);
});

test("the link in a mail switches the mails off without a session; an incomplete link says so", async () => {
  deployment.break(api.profiles.stopMails);
  show("/mails-off#somebody.ffff");
  await expect.element(page.getByRole("alert")).toHaveTextContent("The e-mails could not be switched off");
  deployment.answer(api.profiles.stopMails, null);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect.element(page.getByRole("heading", { name: "These e-mails are off" })).toBeVisible();
  expect(deployment.calls(api.profiles.stopMails).at(-1)).toEqual({ token: "somebody.ffff" });

  show("/mails-off");
  await expect.element(page.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
});

test("a member at the festival sees the mark and can ask for such people first; without tickets there is no switch", async () => {
  const me = showProfile({ atFestival: true, atFestivalFirst: false });
  const wish = page.getByRole("switch", { name: "People at the festival first" });
  await expect.element(page.getByText("At Festival Match", { exact: true })).toBeVisible();
  deployment.answer(api.swipes.setAtFestivalFirst, ({ wanted }) => {
    deployment.answer(api.profiles.me, { ...me, atFestivalFirst: wanted });
    return null;
  });
  await wish.click();
  await expect.element(wish).toBeChecked();
  await page.getByRole("button", { name: "How I Look to Others" }).click();
  await expect.element(page.getByRole("dialog").getByText("At Festival Match")).toBeVisible();

  deployment.answer(api.profiles.me, { ...me, atFestival: false, atFestivalFirst: null });
  await expect.element(wish).not.toBeInTheDocument();
  await expect.element(page.getByText("At Festival Match")).not.toBeInTheDocument();
});

test("'How I Look to Others' shows the card as a deck does", async () => {
  showProfile();
  await page.getByRole("button", { name: "How I Look to Others" }).click();
  const dialog = page.getByRole("dialog", { name: "How I Look to Others" });
  await expect.element(dialog.getByRole("heading", { name: "Asha, 21" })).toBeVisible();
  await expect.element(dialog.getByText("Drinking: Socially")).toBeInTheDocument();
  await expect.element(dialog.getByText("PREMIUM")).not.toBeInTheDocument();
  await expect.element(dialog.getByText("asha.live")).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a person whose change was refused reads that it was and why, as text, until they dismiss the notice", async () => {
  const refused = { changeRefused: true, rejectionReason: hostile.script };
  const me = member(refused);
  showTo(me, "/profile");
  const note = page.getByText(/Your last change was not accepted/);
  await expect.element(note).toBeVisible();
  await expect.element(page.getByText(hostile.script)).toBeVisible();
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect.element(page.getByRole("button", { name: "Update Profile" })).toBeVisible();
  await expect.element(note).toBeVisible();
  deployment.answerAndChange(api.profiles.forgetRefusal, api.profiles.me, {
    ...me,
    changeRefused: false,
    rejectionReason: null,
  });
  await page.getByRole("button", { name: "Got it" }).click();
  await expect.element(note).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect.element(page.getByRole("link", { name: "Edit Profile" })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  expect(document.title).not.toBe("owned");
});

function showProfile(more: Partial<Me> = {}) {
  const me = member(more);
  showTo(me, "/profile");
  return me;
}
