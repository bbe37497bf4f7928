import type { FunctionReturnType } from "convex/server";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { withTexts } from "../../../../convex/shared/festivalTexts";
import type { Festival } from "../../../../convex/shared/festival";
import { sentences } from "../../../../convex/shared/festivalForm";
import { festival } from "../../../testing/festival";
import { field, hostile, refusesEach, type } from "../../../testing/forms";
import { deployment, press, resize, show, showTo, showToOrganiser } from "../../../testing/page";
import { card, member } from "../../../testing/people";
import { showCards } from "../../swipes/swiping.testing";

const SAVE = "Save for everyone";
const save = page.getByRole("button", { name: SAVE });

const question = page.getByRole("dialog");

const closing: FunctionReturnType<typeof api.closing.status> = {
  ...{ festival: "Festival Match", timeZone: "Asia/Kolkata", stage: "planned", lastDay: null },
  ...{ erasesOn: null, latestDay: null, endableAt: null },
  ...{ announcesAt: null, stopsAt: null, erasesAt: null, announcedAt: null, stoppedAt: null, startedAt: null },
  ...{ doneAt: null, phase: null, batches: 0, steps: [], proof: null },
};

function showSettings(more: Partial<Festival> = {}): void {
  deployment.answer(api.festival.settings, withTexts({ ...festival, ...more }));
  deployment.answer(api.festival.changes, []);
  showToOrganiser("/organiser/festival");
}

test("the settings form gives each wrong field its sentence, and saves valid settings with their version", async () => {
  showSettings({ firstDay: "2030-12-18", lastDay: "2030-12-21" });
  const right = { Name: "Lights", "First day": "2030-12-18", "Last day": "2030-12-21", "Time zone": "Asia/Kolkata" };
  await refusesEach(SAVE, { ...right, "Support address": "help@college.edu", "Social page": "" }, [
    [{ Name: hostile.invisible }, sentences.name],
    [{ "Last day": "2030-12-17" }, sentences.daysOrder],
    [{ "Last day": "2031-12-17" }, sentences.daysMax],
    [{ "First day": "" }, sentences.day],
    [{ "Time zone": "Asia/Atlantis" }, sentences.timeZone],
    [{ "Support address": "asha" }, "Please enter a valid email address"],
    [{ "Social page": hostile.script }, sentences.url],
  ]);
  await page.getByRole("radio", { name: "Scheduled" }).click();
  await save.click();
  await expect.element(page.getByText(sentences.betweenEmpty)).toBeVisible();
  expect(deployment.calls(api.festival.save)).toEqual([]);

  await type({ From: "2030-12-01T10:00" });
  await page.getByRole("radio", { name: "Lagoon" }).click();
  deployment.answer(api.festival.save, null);
  deployment.answer(api.closing.status, closing);
  await save.click();
  await press("Yes, save it");
  await expect.element(page.getByText("Saved. Everyone sees it now.")).toBeVisible();
  const saved = { name: "Lights", accent: "lagoon", signUps: "between", signUpsFrom: "2030-12-01T10:00" };
  expect(deployment.calls(api.festival.save)).toMatchObject([{ version: 1, settings: saved }]);
});

test("the form shows the prices, and a preview of the front page and a card with the typed settings, not in use yet", async () => {
  showSettings();
  await expect
    .element(page.getByText(/^Gold costs ₹99, VIP ₹50, once for the festival\. .* 5 swipes a day\./))
    .toBeVisible();
  await type({ Name: "Moonlights", "Your line on the front page": "Bring a torch." });
  const preview = page.getByRole("region", { name: "Preview" });
  await expect.poll(() => preview.element().textContent).toMatch(/Moonlights.*Bring a torch\..*Asha/s);
  expect(document.title).not.toContain("Moonlights");
});

test("each accent's swatch has its own colours, whichever accent is in use", async () => {
  showSettings({ accent: "lagoon" });
  const ground = (name: string) => {
    const swatch = page.getByRole("radio", { name }).element().closest("label")?.querySelector("[data-accent]");
    return swatch ? getComputedStyle(swatch).backgroundImage : undefined;
  };
  await expect.element(page.getByRole("radio", { name: "Lagoon" })).toBeChecked();
  await expect.poll(() => document.documentElement.dataset.accent).toBe("lagoon");
  expect(new Set(["Sunset", "Orchid", "Lagoon", "Lime"].map(ground)).size).toBe(4);
});

test("the list of changes names the values as the form does", async () => {
  showSettings();
  const changes = [
    { field: "accent", before: "sunset", after: "lagoon" },
    { field: "signUps", before: "open", after: "between" },
    { field: "line", before: "", after: "Bring a torch." },
  ];
  deployment.answer(api.festival.changes, [{ _id: "1" as Id<"festivalChanges">, at: 0, name: "Ines", changes }]);
  const list = page.getByRole("region", { name: "Changes" });
  await expect.element(list).toHaveTextContent(/Sunset → Lagoon.*Open → Scheduled.*nothing → Bring a torch\./);
});

test("a colleague's save is announced, even after the organiser saved without a change; typed values stay, and saving over it is refused", async () => {
  showSettings();
  deployment.answer(api.festival.save, null);
  await save.click();
  await expect.element(page.getByText("Saved. Everyone sees it now.")).toBeVisible();
  await type({ Name: "Mine" });
  deployment.answer(api.festival.settings, withTexts({ ...festival, name: "Theirs", version: 2 }));
  await expect.element(page.getByText(/Someone else changed/)).toBeVisible();
  await expect.element(field("Name")).toHaveValue("Mine");
  deployment.refuse(api.festival.save, "ALREADY_DECIDED", "The settings were changed by otto a moment ago.");
  await save.click();
  await expect.element(page.getByText("The settings were changed by otto a moment ago.")).toBeVisible();
  expect(deployment.calls(api.festival.save).map(({ version }) => version)).toEqual([1, 1]);
  await press("Show the new settings");
  await expect.element(field("Name")).toHaveValue("Theirs");
});

test("text typed while a save is on its way stays in the form, and the next save sends it", async () => {
  showSettings({ version: 1 });
  await field("Name").fill("Lights");
  const saved = deployment.hold(api.festival.save);
  await save.click();
  await expect.poll(() => deployment.calls(api.festival.save)).toHaveLength(1);
  await field("Name").fill("Lights and Sound");
  deployment.answer(api.festival.settings, withTexts({ ...festival, version: 2, name: "Lights" }));
  saved.answer(null);
  await expect.element(page.getByText("Saved. Everyone sees it now.")).toBeVisible();
  await expect.element(field("Name")).toHaveValue("Lights and Sound");
  deployment.answer(api.festival.save, null);
  await save.click();
  await expect.poll(() => deployment.calls(api.festival.save)).toHaveLength(2);
  const next = { version: 2, settings: { name: "Lights and Sound" } };
  expect(deployment.calls(api.festival.save).at(-1)).toMatchObject(next);
});

test("before saving days in the past an organiser reads what stops and when the members are told, in the new time zone", async () => {
  deployment.answer(api.closing.status, { ...closing, stage: "announced", announcedAt: Date.now() });
  showSettings();
  deployment.answer(api.festival.save, null);
  await type({ "First day": "2020-12-18", "Last day": "2020-12-21" });
  await save.click();
  await expect
    .element(question)
    .toHaveTextContent(
      /These days are in the past.*Members are told on .*the app closes on .*all accounts are deleted on /,
    );
  await expect.element(question).toHaveTextContent(/Sign-ups stop now\. Sales of Gold and VIP stop now\./);
  await expect.element(question).toHaveTextContent(/everyone who got the e-mail gets a correction/);
  await press("Cancel");
  expect(deployment.calls(api.festival.save)).toEqual([]);
  await type({ "Time zone": "Etc/GMT-14" });
  await save.click();
  await expect.element(question).toHaveTextContent(/all accounts are deleted on .* at 04:00\./);
  await press("Yes, save it");
  await expect.poll(() => deployment.calls(api.festival.save)).toMatchObject([{ settings: { lastDay: "2020-12-21" } }]);
});

test("the form asks before it closes sign-ups and sales, and not before it opens sign-ups", async () => {
  deployment.answer(api.closing.status, closing);
  showSettings();
  deployment.answer(api.festival.save, null);
  await page.getByRole("radio", { name: "Closed" }).click();
  await page.getByRole("radio", { name: "Not on sale" }).click();
  await save.click();
  await expect.element(question).toHaveTextContent(/Sign-ups stop now\. Sales of Gold and VIP stop now\./);
  await press("Yes, save it");
  await expect.element(page.getByText("Saved. Everyone sees it now.")).toBeVisible();
  await page.getByRole("radio", { name: "Open" }).click();
  await save.click();
  await expect.poll(() => deployment.calls(api.festival.save)).toHaveLength(2);
});

test("a member's open page shows a new name, closed sales and an announcement at once, until it is dismissed or over", async () => {
  deployment.answer(api.festival.settings, festival);
  showTo(member(), "/upgrade");
  await expect.element(page.getByRole("button", { name: "Upgrade Now" })).toBeVisible();
  const announcement = { text: "It rains. The tent is dry.", until: null, at: Date.now() };
  deployment.answer(api.festival.settings, withTexts({ ...festival, name: "Lights", sales: "closed", announcement }));
  await expect.element(page.getByText("It rains. The tent is dry.")).toBeVisible();
  await expect.element(page.getByText("Gold and VIP are not on sale.")).toBeVisible();
  await expect.poll(() => document.title).toMatch(/ · Lights$/);
  await expect.element(page.getByRole("button", { name: "Upgrade Now" })).not.toBeInTheDocument();
  await press("Dismiss");
  await expect.element(page.getByText("It rains. The tent is dry.")).not.toBeInTheDocument();
  const ended = { text: "Long over", until: "2020-01-01T10:00", at: Date.now() + 1 };
  deployment.answer(api.festival.settings, withTexts({ ...festival, name: "Lights", announcement: ended }));
  await expect.element(page.getByRole("button", { name: "Upgrade Now" })).toBeVisible();
  await expect.element(page.getByText("Long over")).not.toBeInTheDocument();
});

const matchesHeading = page.getByRole("heading", { name: "Matches", exact: true });

test.each([
  ["/matches", () => showTo(member(), "/matches"), page.getByRole("tab", { name: /Pending Likes/ })],
  ["/swipe", () => showCards([card("Ravi")]), page.getByRole("button", { name: "Report Ravi" })],
  ["/upgrade", () => showTo(member(), "/upgrade"), page.getByRole("figure")],
  ["/auth", () => show("/auth"), page.getByRole("link", { name: festival.name })],
  ["/contact", () => show("/contact"), page.getByRole("link", { name: "Front page" })],
] as const)("an announcement covers neither title nor controls at %s, on any screen", async (_, open, covered) => {
  const putAway = announce(open);
  await expect.element(putAway).toBeVisible();
  const isCovered = () => {
    const [below, above] = [covered.element(), putAway.element().parentElement!].map((one) =>
      one.getBoundingClientRect(),
    );
    return below!.top < above!.bottom && below!.right > above!.left;
  };
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1280, 720],
  ] as const) {
    await resize(width, height);
    await expect.poll(isCovered, { message: `${width}x${height}` }).toBe(false);
  }
});

test("a dismissed announcement leaves the focus to the heading", async () => {
  const putAway = announce(() => showTo(member(), "/matches"));
  await putAway.click();
  await expect.element(putAway).not.toBeInTheDocument();
  await expect.element(matchesHeading).toHaveFocus();
});

/** Opens a screen with a long announcement. Returns its button. */
function announce(open: () => void) {
  const announcement = { text: "The main stage opens at six. ".repeat(4), until: null, at: Date.now() };
  deployment.answer(api.festival.settings, withTexts({ ...festival, announcement }));
  open();
  return page.getByRole("button", { name: "Dismiss" });
}

test("a chosen picture is uploaded at once and can be removed; one that is too large or locked is not sent", async () => {
  showSettings();
  const choose = async (bytes: number) =>
    await page
      .getByLabelText("Choose a picture")
      .upload(new File([new Uint8Array(bytes)], "a.jpg", { type: "image/jpeg" }));
  await choose(3 * 1024 * 1024);
  await expect.element(page.getByText("Image size should be less than 3MB")).toBeVisible();
  vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValueOnce(new DOMException("locked", "NotReadableError"));
  await choose(10);
  await expect.element(page.getByText("Failed to change the picture")).toBeVisible();
  expect(deployment.calls(api.festivalPicture.upload)).toEqual([]);

  const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
  deployment.answerAndChange(api.festivalPicture.upload, api.festival.settings, { ...withTexts(festival), picture });
  await choose(10);
  await expect.element(page.getByAltText("Current picture")).toBeVisible();
  deployment.answerAndChange(api.festivalPicture.remove, api.festival.settings, withTexts(festival));
  await press("Remove the picture");
  await expect.element(page.getByAltText("Current picture")).not.toBeInTheDocument();
});
