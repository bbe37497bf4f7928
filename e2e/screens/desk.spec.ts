import type { Page } from "@playwright/test";
import { buy, change, matchOf, orderOf, report, sendMessage, settle } from "../acts";
import { faultsOf } from "../faults";
import { expect, signInModerator, test } from "../fixtures";
import { applyWith, decide, leave, longName, makeColleague, signUpByMail, woman } from "../people";
import { shoot, shootShowing } from "./camera";

test.setTimeout(400_000);

test("the desk while it loads, and when it cannot be loaded", async ({ newPage, ready }) => {
  for (const mode of ["waits", "fails"] as const) {
    const page = await newPage();
    (await faultsOf(page, mode)).add("moderator:waiting");
    await signInModerator(ready, page);
    const expected =
      mode === "waits" ? page.locator("[role=status][aria-label]") : page.getByText("Failed to load data");
    await expect(expected.first()).toBeVisible();
    await shoot(page, `desk-1-${mode}`);
  }
});

// Runs before the queue's test, which leaves reports about a deleted person.
test("reports: none, an open one, the question, a suspended person", async ({ page, people, ready }) => {
  await signInModerator(ready, page);
  await shootEmpty(page, "Reports", "No reports", "desk-7-no-reports");
  const [bad, other] = await people.pair(woman(longName), woman("Reporting Ria"));
  await report(ready, other, bad, "Sends links to a shop to everybody and will not stop when asked. ".repeat(3));
  for (const name of ["Rhea", "Rupa"]) await report(ready, await people.member(woman(name)), bad, "The same to me.");
  await page
    .getByRole("button", { name: new RegExp(longName) })
    .first()
    .click();
  await shootShowing(page.getByText("Hidden from everybody"), "desk-8-report", { fullPage: true });
  await page.keyboard.press("s");
  await shootShowing(page.getByRole("dialog"), "desk-9-suspend");
  await page.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill("You advertise a shop.");
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await shootShowing(page.getByRole("button", { name: `Restore ${longName}` }), "desk-a-suspended");
});

test("the queue: empty, new profiles, a colleague's claim, people known from before, an edit", async ({
  page,
  people,
  ready,
  newPage,
}) => {
  const bad = await people.member({ name: "Harsh Once", gender: "male", picture: 11 });
  for (const name of ["Nina", "Naina", "Nayana"]) {
    await report(ready, await people.member({ name, gender: "female" }), bad, "Pushed people in the front row.");
  }
  await leave(ready, bad);
  await signInModerator(ready, page);
  await everybodyApproved(page);
  await shoot(page, "desk-2-empty");

  for (const name of ["Arjun New", longName, "Zoya New"]) {
    await people.applicant({ name, gender: "male", picture: name.length });
  }
  await expect(page.getByRole("button", { name: /Zoya New/ })).toBeVisible();
  const colleague = { email: "night.shift@fest.example", password: "correct horse 42" };
  await makeColleague(ready, colleague.email, colleague.password);
  const colleaguePage = await newPage();
  await signInModerator({ ...ready, moderator: colleague }, colleaguePage);
  await colleaguePage.getByRole("button", { name: /Zoya New/ }).click();
  await shootShowing(page.getByText(/has it open/).first(), "desk-3-queue", { toasts: true });
  await page.getByRole("button", { name: /Zoya New/ }).click();
  await page.getByRole("button", { name: "Reject & Delete" }).click();
  await page.getByLabel("Reason").fill("This is a photo of a guitar. Please show your face.");
  await shoot(page, "desk-4-same-one-and-a-reason");
  await page.keyboard.press("Escape");

  const refused = await people.applicant({ name: "Rohit Refused", gender: "male" });
  await decide(ready, "Rohit Refused", false, "This is a photo of a guitar.");
  await people.applicant({ name: "Harsh Again", gender: "male", picture: 11, email: bad.email });
  await page.getByRole("button", { name: /Harsh Again/ }).click();
  await shootShowing(page.getByText(/Known from before/).first(), "desk-5-reported-before", { fullPage: true });
  // A rejected address gets a new account with just a code.
  const returning = { name: "Rohit Again", gender: "male" } as const;
  await applyWith(ready, await signUpByMail(ready, returning.name, refused.email), returning);
  await page.getByRole("button", { name: /Rohit Again/ }).click();
  await shootShowing(page.getByText(/Known from before/).first(), "desk-5-rejected-before", { fullPage: true });

  await change(ready, await people.member(woman("Editing Esha")), "Esha of the Encore");
  await page.getByRole("button", { name: /Esha of the Encore/ }).click();
  await shoot(page, "desk-6-edit", { fullPage: true });
  await page.getByRole("button", { name: "Reject change" }).click();
  await shootShowing(page.getByRole("dialog"), "desk-6-reject-change");
});

test("refunds: due ones, sent ones, the question", async ({ people, ready }) => {
  const page = await people.organiser("/organiser/money");
  const [deleted, refunded] = [await people.member(woman("Gone Gauri")), await people.member(woman(longName))];
  const lateOrder = await orderOf(ready, deleted, "vip_boost");
  await leave(ready, deleted);
  await settle(ready, lateOrder);
  const rowOf = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  await rowOf(await buy(ready, refunded, "unlimited_swipes"))
    .getByRole("button", { name: "Refund" })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Refund" }).click();
  await expect(rowOf(longName)).toBeVisible();
  await shoot(page, "desk-c-refunds", { fullPage: true });
  await rowOf(lateOrder).getByRole("button", { name: "Refund" }).click();
  await shootShowing(page.getByRole("dialog"), "desk-d-refund-question");
});

test("a report of a message, as moderators see it", async ({ people, ready, page: mod }) => {
  const [bad, other] = await people.pair(woman("Rude Radha"), woman("Reporting Rita"));
  const matchId = await matchOf(ready, other, bad);
  await sendMessage(ready, other, matchId, "Hello, how was the second night?");
  await sendMessage(
    ready,
    bad,
    matchId,
    "Boring. Send me money for the taxi or I tell everybody what you look like up close.",
  );
  await sendMessage(ready, other, matchId, "No. Please stop.");
  await report(ready, other, bad, "She threatens me.", { matchId, position: 2 });
  await signInModerator(ready, mod);
  await mod.getByRole("button", { name: /^Reports/ }).click();
  await mod
    .getByRole("button", { name: /Rude Radha/ })
    .first()
    .click();
  await shootShowing(mod.getByText("Please stop."), "desk-g-reported-words", { fullPage: true });
});

async function everybodyApproved(page: Page) {
  const done = page.getByRole("heading", { name: "All done" });
  await expect(async () => {
    if (!(await done.isVisible())) await page.getByRole("button", { name: "Approve" }).click({ timeout: 500 });
    expect(await done.isVisible()).toBe(true);
  }).toPass();
}

/** Takes a picture of a desk without work. */
async function shootEmpty(page: Page, desk: string, empty: string, name: string) {
  await page.getByRole("button", { name: new RegExp(`^${desk}`) }).click();
  await shootShowing(page.getByText(empty), name);
}
