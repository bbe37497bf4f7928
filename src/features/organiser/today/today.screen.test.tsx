import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import type { Festival } from "../../../../convex/shared/festival";
import { sentences } from "../../../../convex/shared/festivalForm";
import { withTexts } from "../../../../convex/shared/festivalTexts";
import { clearDrafts } from "../../../lib/draft";
import { festival } from "../../../testing/festival";
import { field, type } from "../../../testing/forms";
import { deployment, showToOrganiser } from "../../../testing/page";
import { lastPage, newId, ownStaff } from "../../../testing/people";
import { report } from "../../moderator/desk.testing";
import { showMoney } from "../money/money.testing";
import { now, span } from "./numbers.testing";

const staffMember = { _id: newId("users"), kind: "organiser" as const, since: 0, secondFactor: false, seenAt: null };
const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

function showToday(more: Partial<Festival> = {}): void {
  deployment.answer(api.festival.settings, withTexts({ ...festival, ...more }));
  showToOrganiser();
}

test("a new organiser sees first steps with links; done steps stay gone until a new festival brings them back", async () => {
  const rules = { domains: [], domainsMark: false, domainsOnly: false, codes: "off" as const };
  deployment.answer(api.tickets.rules, { ...rules, version: 0 });
  deployment.answer(api.organiser.staff, []);
  deployment.answer(api.numbers.now, now({ since: 1 }));
  showMoney();
  showToday({ version: 0, signUps: "closed" });
  const steps = page.getByRole("region", { name: "First steps" });
  await expect
    .element(steps)
    .toHaveTextContent(/Set the name.*Invite.*who may come.*payments.*Rehearse.*backup.*Go live/);
  const link = (name: RegExp) => expect.element(steps.getByRole("link", { name }));
  await link(/^Invite moderators/).toHaveAttribute("href", "/organiser/staff");
  await link(/^Set the name/).toHaveAttribute("href", "/organiser/festival");
  const shown = steps.getByRole("listitem");
  deployment.answer(api.festival.settings, withTexts({ ...festival, version: 1 }));
  await expect.poll(() => shown.elements().length).toBe(5);
  deployment.answer(api.staff.me, ownStaff("organiser", { secondFactor: true }));
  const [one, other] = ["ines", "otto"].map((name) => ({ ...staffMember, email: `${name}@college.edu` }));
  deployment.answer(api.organiser.staff, [one!, other!]);
  deployment.answer(api.tickets.rules, { ...rules, version: 1 });
  await expect.poll(() => shown.elements().length).toBe(3);
  for (const step of [/^Mark as done: Try/, /^Mark as done: Rehearse/, /^Mark as done: Make/]) {
    await steps.getByRole("button", { name: step }).click();
  }
  await expect.element(steps).not.toBeInTheDocument();
  deployment.answer(api.numbers.now, now({ since: 2 }));
  await expect.poll(() => shown.elements().length).toBe(3);
  // An attendee who signs out in the same browser does this.
  clearDrafts();
  deployment.answer(api.numbers.now, now({ since: 1 }));
  await expect.element(steps).not.toBeInTheDocument();
});

test("Today shows the queues, the people here and on duty, the sales, and whether sign-ups and sales are open, each with a link", async () => {
  deployment.answer(api.numbers.now, now({ oldestProfile: minutesAgo(25.5) }));
  deployment.answer(api.numbers.read, [span("2030-01-31T18:00", { goldAmount: 19_800, vipAmount: 5_000 })]);
  deployment.answer(api.moderator.stats, { stats: { pending: 12, approved: 7 }, recentActivity: [] });
  deployment.answer(api.moderator.reports, [report("Ravi")]);
  deployment.answer(api.payments.refunds, []);
  deployment.answer(api.organiser.staff, [{ ...staffMember, email: "ines@college.edu", seenAt: Date.now() }]);
  showToday({ sales: "closed" });
  const figures = page.getByRole("region", { name: "Figures" });
  const tile = (name: RegExp) => expect.element(figures.getByRole("link", { name }));
  await tile(/^Profiles waiting/).toHaveTextContent("Profiles waiting12Oldest: 25 minutes");
  await tile(/^Open reports/).toHaveTextContent("Open reports1");
  await tile(/^To be refunded/).toHaveTextContent("To be refunded0");
  await tile(/^Staff on duty/).toHaveTextContent("Staff on duty1ines");
  await tile(/^People here/).toHaveTextContent("People here1,234");
  await tile(/^E-mails waiting/).toHaveTextContent("E-mails waiting3No sign-up codes among them");
  await tile(/^Sales today/).toHaveTextContent("Sales today₹248");
  await tile(/^Open or closed/).toHaveTextContent("Sign-ups openGold and VIP are not on sale");
  await tile(/^To be refunded/).toHaveAttribute("href", "/organiser/money?status=refundDue");
  await tile(/^Open or closed/).toHaveAttribute("href", "/organiser/festival");

  deployment.answer(api.numbers.now, now({ mailsWaiting: 10_000, codesWaiting: 412, oldestCode: minutesAgo(4.5) }));
  await tile(/^E-mails waiting/).toHaveTextContent(
    "E-mails waiting10,000 or more412 sign-up codes, the oldest 4 minutes old",
  );
});

test("an announcement asks first, says who gets it, and can be withdrawn", async () => {
  showToday();
  deployment.answer(api.festival.announce, ({ text, until }) => {
    deployment.answer(api.festival.settings, { ...festival, announcement: { text, until, at: Date.now() } });
    return null;
  });
  deployment.answer(api.moderator.stats, { stats: { pending: 12, approved: 1_207 }, recentActivity: [] });
  deployment.answer(api.push.reach, 311);
  const announce = page.getByRole("button", { name: "Announce" });
  const question = page.getByRole("dialog");
  await announce.click();
  await expect.element(page.getByText(sentences.announcement)).toBeVisible();
  await type({ "Message to everyone": "Gates open at four." });
  await expect.element(page.getByText("19/280")).toBeVisible();
  await field("Until").fill("2020-01-31T18:00");
  await announce.click();
  await expect.element(field("Until")).toHaveAccessibleDescription(new RegExp(sentences.untilPast));
  await expect.element(question).not.toBeInTheDocument();
  await field("Until").fill("");
  await announce.click();
  await expect
    .element(question)
    .toHaveTextContent(/Send this to everyone\?A ribbon shows it in every open app at once\..*Gates open at four\./);
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("checkbox", { name: "By e-mail" }).click();
  await page.getByRole("checkbox", { name: "On phones" }).click();
  await announce.click();
  await expect
    .element(question)
    .toHaveTextContent(/gets an e-mail, including 1,219 with a profile\. Up to 311 people get a notification/);
  expect(deployment.calls(api.festival.announce)).toEqual([]);
  await question.getByRole("button", { name: "Send" }).click();
  await expect.element(page.getByText("Shown now")).toBeVisible();
  const sent = { text: "Gates open at four.", until: null, mail: true, push: true };
  expect(deployment.calls(api.festival.announce)).toEqual([sent]);
  deployment.break(api.festival.withdraw);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(deployment.calls(api.festival.withdraw)).toEqual([]);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await question.getByRole("button", { name: "Withdraw" }).click();
  await expect.element(page.getByText("Failed to withdraw it")).toBeVisible();
  deployment.answer(api.festival.withdraw, null);
  await question.getByRole("button", { name: "Withdraw" }).click();
  await expect.poll(() => deployment.calls(api.festival.withdraw)).toHaveLength(2);
});

test("text typed while an announcement is on its way stays", async () => {
  showToday();
  const sending = deployment.hold(api.festival.announce);
  await type({ "Message to everyone": "Gates open at four." });
  await page.getByRole("button", { name: "Announce" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Send" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await type({ "Message to everyone": "The rain has stopped." });
  sending.answer(null);

  await expect.element(page.getByText("Announced")).toBeVisible();
  await expect.element(field("Message to everyone")).toHaveValue("The rain has stopped.");
});

test("a section that fails says so, and the other sections stay within reach", async () => {
  showToday();
  deployment.break(api.festival.settings);
  await expect.element(page.getByRole("alert").getByRole("button", { name: "Try Again" })).toBeVisible();
  deployment.answer(api.people.list, lastPage([]));
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "People" }).click();
  await expect.element(page.getByRole("heading", { name: "People", level: 1 })).toBeVisible();
});
