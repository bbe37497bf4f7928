import type { FunctionReturnType } from "convex/server";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { withTexts } from "../../../../convex/shared/festivalTexts";
import type { Festival } from "../../../../convex/shared/festival";
import { sentences } from "../../../../convex/shared/festivalForm";
import { festival } from "../../../testing/festival";
import { field, hostile, refusesEach, type } from "../../../testing/forms";
import { deployment, showTo, showToOrganiser } from "../../../testing/page";
import { deck, member, newId } from "../../../testing/people";
import { report } from "../../moderator/desk.testing";
import { showMoney } from "../money/money.testing";
import { now, span } from "../today/numbers.testing";

const SAVE = "Save for everybody";
const save = page.getByRole("button", { name: SAVE });

const question = page.getByRole("dialog");

const closing: FunctionReturnType<typeof api.closing.status> = {
  ...{ festival: "Festival Match", stage: "planned", lastDay: null, erasesOn: null, latestDay: null, endableAt: null },
  ...{ announcesAt: null, stopsAt: null, erasesAt: null, announcedAt: null, stoppedAt: null, startedAt: null },
  ...{ doneAt: null, phase: null, batches: 0, steps: [], proof: null },
};

const staffMember = { _id: newId("users"), kind: "organiser" as const, since: 0, secondFactor: false, seenAt: null };

const me = {
  _id: newId("users"),
  email: "ines@college.edu",
  kind: "organiser" as const,
  recoveryCodes: 0,
  mustSetUp: false,
};

function showSettings(more: Partial<Festival> = {}): void {
  deployment.answer(api.festival.settings, withTexts({ ...festival, ...more }));
  deployment.answer(api.festival.changes, []);
  showToOrganiser();
}

test("what is wrong has its sentence at its field, nothing typed is lost, and right settings are saved with their version", async () => {
  showSettings({ firstDay: "2030-12-18", lastDay: "2030-12-21" });
  const right = { Name: "Lights", "First day": "2030-12-18", "Last day": "2030-12-21", "Time zone": "Asia/Kolkata" };
  await refusesEach(SAVE, { ...right, "Support address": "help@college.edu", "Social page": "" }, [
    [{ Name: hostile.invisible }, sentences.name],
    [{ "Last day": "2030-12-17" }, sentences.daysOrder],
    [{ "Last day": "2031-12-17" }, sentences.daysMost],
    [{ "First day": "" }, sentences.day],
    [{ "Time zone": "Asia/Atlantis" }, sentences.timeZone],
    [{ "Support address": "asha" }, "Please enter a valid email address"],
    [{ "Social page": hostile.script }, sentences.url],
  ]);
  await page.getByRole("radio", { name: "At times" }).click();
  await save.click();
  await expect.element(page.getByText(sentences.betweenNeither)).toBeVisible();
  expect(deployment.calls(api.festival.save)).toEqual([]);

  await type({ From: "2030-12-01T10:00" });
  await page.getByRole("radio", { name: "Lagoon" }).click();
  deployment.answer(api.festival.save, null);
  deployment.answer(api.closing.status, closing);
  await save.click();
  await question.getByRole("button", { name: "Yes, save it" }).click();
  await expect.element(page.getByText("Saved. Everybody sees it now.")).toBeVisible();
  const saved = { name: "Lights", accent: "lagoon", signUps: "between", signUpsFrom: "2030-12-01T10:00" };
  expect(deployment.calls(api.festival.save)).toMatchObject([{ version: 1, settings: saved }]);
});

test("a new organiser reads what to do first, with links; what is done goes, and a new festival begins afresh", async () => {
  const rules = { domains: [], domainsMark: false, domainsOnly: false, codes: "off" as const };
  deployment.answer(api.tickets.rules, { ...rules, version: 0 });
  deployment.answer(api.organiser.staff, []);
  deployment.answer(api.numbers.now, now({ since: 1 }));
  showMoney();
  showSettings({ version: 0, signUps: "closed" });
  const steps = page.getByRole("region", { name: "First steps" });
  await expect
    .element(steps)
    .toHaveTextContent(/Set the name.*Invite.*who may come.*payments.*Rehearse.*backup.*Go live/);
  await expect
    .element(steps.getByRole("link", { name: /^Invite moderators/ }))
    .toHaveAttribute("href", "/organiser/staff");
  await steps.getByRole("link", { name: /^Set the name/ }).click();
  expect(field("Name").element().closest("form")).toBe(document.activeElement);
  const shown = steps.getByRole("listitem");
  deployment.answer(api.festival.settings, withTexts({ ...festival, version: 1 }));
  await expect.poll(() => shown.elements().length).toBe(5);
  deployment.answer(api.staff.me, { ...me, secondFactor: true });
  const [one, other] = ["ines", "otto"].map((name) => ({ ...staffMember, email: `${name}@college.edu` }));
  deployment.answer(api.organiser.staff, [one!, other!]);
  deployment.answer(api.tickets.rules, { ...rules, version: 1 });
  await expect.poll(() => shown.elements().length).toBe(3);
  for (const step of [/^Done: Try/, /^Done: Rehearse/, /^Done: Make/]) {
    await steps.getByRole("button", { name: step }).click();
  }
  await expect.element(steps).not.toBeInTheDocument();
  deployment.answer(api.numbers.now, now({ since: 2 }));
  await expect.poll(() => shown.elements().length).toBe(3);
});

test("Today says what waits, who is here and on duty, what was sold and what is open, each with its way", async () => {
  deployment.answer(api.numbers.now, now({ oldestProfile: Date.now() - 25.5 * 60_000 }));
  deployment.answer(api.numbers.read, [
    span("2030-01-31T18:00", { signUps: 40, goldAmount: 19_800, vipAmount: 5_000 }),
  ]);
  deployment.answer(api.moderator.stats, { stats: { pending: 12, approved: 7 }, recentActivity: [] });
  deployment.answer(api.moderator.reports, [report("Ravi")]);
  deployment.answer(api.payments.refunds, []);
  deployment.answer(api.organiser.staff, [{ ...staffMember, email: "ines@college.edu", seenAt: Date.now() }]);
  showSettings({ sales: "closed" });
  const tile = (name: RegExp) => page.getByRole("region", { name: "How it goes" }).getByRole("link", { name });
  await expect.element(tile(/^Profiles waiting/)).toHaveTextContent("Profiles waiting12The oldest for 25 minutes");
  await expect.element(tile(/^Open reports/)).toHaveTextContent("Open reports1");
  await expect.element(tile(/^To be refunded/)).toHaveTextContent("To be refunded0");
  await expect.element(tile(/^Staff on duty/)).toHaveTextContent("Staff on duty1ines");
  await expect.element(tile(/^People here/)).toHaveTextContent("People here1,234");
  await expect.element(tile(/^Sign-ups today/)).toHaveTextContent("Sign-ups today40");
  await expect.element(tile(/^Sales today/)).toHaveTextContent("Sales today₹248");
  await expect.element(tile(/^Open or closed/)).toHaveTextContent("Sign-ups openGold and VIP are not sold");
  await expect.element(tile(/^To be refunded/)).toHaveAttribute("href", "/organiser/money?status=refundDue");
  await expect.element(tile(/^Open or closed/)).toHaveAttribute("href", "#settings");
});

test("the announcement stands before the settings, and the prices with what is open", async () => {
  showSettings();
  const [text, name] = [field("What everybody should know"), field("Name")];
  await expect.element(text).toBeVisible();
  expect(text.element().compareDocumentPosition(name.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expect
    .element(page.getByText(/^Gold costs ₹99, VIP ₹50, once for the festival\. .* 5 swipes a day\./))
    .toBeVisible();
});

test("the preview is the front page and a card as typed, and nobody else's", async () => {
  showSettings();
  await type({ Name: "Moonlights", "Your line on the front page": "Bring a torch." });
  const preview = page.getByRole("region", { name: "Preview" });
  await expect.poll(() => preview.element().textContent).toMatch(/Moonlights.*Bring a torch\..*Asha/s);
  expect(document.title).not.toContain("Moonlights");
});

test("each accent has its own colours to choose from, whichever is in use", async () => {
  showSettings({ accent: "lagoon" });
  const ground = (name: string) => {
    const swatch = page.getByRole("radio", { name }).element().closest("label")?.querySelector("[data-accent]");
    return swatch ? getComputedStyle(swatch).backgroundImage : undefined;
  };
  await expect.element(page.getByRole("radio", { name: "Lagoon" })).toBeChecked();
  await expect.poll(() => document.documentElement.dataset.accent).toBe("lagoon");
  expect(new Set(["Sunset", "Orchid", "Lagoon", "Lime"].map(ground)).size).toBe(4);
});

test("the list of changes names what was chosen as the form does", async () => {
  showSettings();
  const changes = [
    { field: "accent", before: "sunset", after: "lagoon" },
    { field: "signUps", before: "open", after: "between" },
    { field: "line", before: "", after: "Bring a torch." },
  ];
  deployment.answer(api.festival.changes, [{ _id: "1" as Id<"festivalChanges">, at: 0, name: "Ines", changes }]);
  const list = page.getByRole("region", { name: "Changes" });
  await expect.element(list).toHaveTextContent(/Sunset → Lagoon.*Open → At times.*nothing → Bring a torch\./);
});

test("somebody who saves meanwhile is told of, what was typed stays, and the deployment's refusal is shown", async () => {
  showSettings();
  await type({ Name: "Mine" });
  deployment.answer(api.festival.settings, withTexts({ ...festival, name: "Theirs", version: 2 }));
  await expect.element(page.getByText(/Somebody else has changed/)).toBeVisible();
  await expect.element(field("Name")).toHaveValue("Mine");
  deployment.refuse(api.festival.save, "ALREADY_DECIDED", "The settings were changed by otto a moment ago.");
  await save.click();
  await expect.element(page.getByText("The settings were changed by otto a moment ago.")).toBeVisible();
  expect(deployment.calls(api.festival.save)).toMatchObject([{ version: 1 }]);
  await page.getByRole("button", { name: "Show the new settings" }).click();
  await expect.element(field("Name")).toHaveValue("Theirs");
});

test("before days that are past are saved, an organiser reads what stops and when members are told", async () => {
  const told = { stage: "announced" as const, announcedAt: Date.now() };
  deployment.answer(api.closing.status, { ...closing, ...told });
  showSettings();
  deployment.answer(api.festival.save, null);
  await type({ "First day": "2020-12-18", "Last day": "2020-12-21" });
  await save.click();
  await expect
    .element(question)
    .toHaveTextContent(/These days are past.*Members are told on .*the app closes on .*everybody is deleted on /);
  await expect.element(question).toHaveTextContent(/Sign-ups stop now\. Sales of Gold and VIP stop now\./);
  await expect.element(question).toHaveTextContent(/who was mailed it gets a correction/);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(deployment.calls(api.festival.save)).toEqual([]);
  await save.click();
  await question.getByRole("button", { name: "Yes, save it" }).click();
  await expect.poll(() => deployment.calls(api.festival.save)).toMatchObject([{ settings: { lastDay: "2020-12-21" } }]);
});

test("closing sign-ups or sales is asked about, once; opening them is not", async () => {
  deployment.answer(api.closing.status, closing);
  showSettings();
  deployment.answer(api.festival.save, null);
  await page.getByRole("radio", { name: "Closed" }).click();
  await page.getByRole("radio", { name: "Not sold" }).click();
  await save.click();
  await expect.element(question).toHaveTextContent(/Sign-ups stop now\. Sales of Gold and VIP stop now\./);
  await question.getByRole("button", { name: "Yes, save it" }).click();
  await expect.element(page.getByText("Saved. Everybody sees it now.")).toBeVisible();
  await page.getByRole("radio", { name: "Open" }).click();
  await save.click();
  await expect.poll(() => deployment.calls(api.festival.save)).toHaveLength(2);
});

test("an announcement goes out at once, asks before it is mailed, and can be taken back", async () => {
  showSettings();
  deployment.answer(api.festival.announce, ({ text, until }) => {
    deployment.answer(api.festival.settings, { ...festival, announcement: { text, until, at: Date.now() } });
    return null;
  });
  const announce = page.getByRole("button", { name: "Announce" });
  await announce.click();
  await expect.element(page.getByText(sentences.announcement)).toBeVisible();
  await type({ "What everybody should know": "Gates open at four." });
  await page.getByRole("checkbox", { name: "By mail" }).click();
  deployment.answer(api.moderator.stats, { stats: { pending: 12, approved: 1_207 }, recentActivity: [] });
  await page.getByRole("checkbox", { name: "On phones" }).click();
  await announce.click();
  await expect
    .element(question)
    .toHaveTextContent(/gets a mail, among them 1,219 with a profile\. A notification goes/);
  expect(deployment.calls(api.festival.announce)).toEqual([]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.element(page.getByText("Shown now")).toBeVisible();
  const sent = { text: "Gates open at four.", until: null, mail: true, push: true };
  expect(deployment.calls(api.festival.announce)).toEqual([sent]);
  deployment.answer(api.festival.withdraw, null);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => deployment.calls(api.festival.withdraw)).toHaveLength(1);
});

test("a member's open page takes a new name, an announcement until it is put away or over, and closed sales at once", async () => {
  deployment.answer(api.festival.settings, festival);
  deployment.answer(api.swipes.deck, deck());
  showTo(member(), "/upgrade");
  await expect.element(page.getByRole("button", { name: "Upgrade Now" })).toBeVisible();
  const announcement = { text: "It rains. The tent is dry.", until: null, at: Date.now() };
  deployment.answer(api.festival.settings, withTexts({ ...festival, name: "Lights", sales: "closed", announcement }));
  await expect.element(page.getByText("It rains. The tent is dry.")).toBeVisible();
  await expect.element(page.getByText("Gold and VIP are not sold any more.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Upgrade Now" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Put away" }).click();
  await expect.element(page.getByText("It rains. The tent is dry.")).not.toBeInTheDocument();
  const over = { text: "Long over", until: "2020-01-01T10:00", at: Date.now() + 1 };
  deployment.answer(api.festival.settings, withTexts({ ...festival, name: "Lights", announcement: over }));
  await expect.element(page.getByRole("button", { name: "Upgrade Now" })).toBeVisible();
  await expect.element(page.getByText("Long over")).not.toBeInTheDocument();
});

test("on a phone an announcement covers no heading", async () => {
  const announcement = { text: "The main stage opens at six. ".repeat(4), until: null, at: Date.now() };
  deployment.answer(api.festival.settings, withTexts({ ...festival, announcement }));
  deployment.answer(api.matches.list, []);
  deployment.answer(api.matches.pendingLikes, []);
  showTo(member(), "/matches");
  const heading = page.getByRole("heading", { name: "Matches", exact: true });
  const putAway = page.getByRole("button", { name: "Put away" });
  const between = () =>
    heading.element().getBoundingClientRect().top - putAway.element().parentElement!.getBoundingClientRect().bottom;
  await expect.element(putAway).toBeVisible();
  await expect.poll(between).toBeGreaterThanOrEqual(0);
});

test("a picture is put up as soon as it is chosen, and taken away; one that is too large is not sent", async () => {
  showSettings();
  const choose = async (bytes: number) =>
    await page
      .getByLabelText("Choose a picture")
      .upload(new File([new Uint8Array(bytes)], "a.jpg", { type: "image/jpeg" }));
  await choose(3 * 1024 * 1024);
  await expect.element(page.getByText("Image size should be less than 3MB")).toBeVisible();
  expect(deployment.calls(api.festivalPicture.upload)).toEqual([]);

  const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
  deployment.answer(api.festivalPicture.upload, () => {
    deployment.answer(api.festival.settings, { ...withTexts(festival), picture });
    return null;
  });
  await choose(10);
  await expect.element(page.getByAltText("The picture now")).toBeVisible();
  deployment.answer(api.festivalPicture.remove, () => {
    deployment.answer(api.festival.settings, withTexts(festival));
    return null;
  });
  await page.getByRole("button", { name: "Take it away" }).click();
  await expect.element(page.getByAltText("The picture now")).not.toBeInTheDocument();
});
