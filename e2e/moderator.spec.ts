/** The moderators' side: who gets in, the queue that two share, and money that has to go back. */
import type { Page } from "@playwright/test";
import { orderOf, settle } from "./checkout";
import { expect, fillSignIn, signInModerator, stored, test } from "./fixtures";
import { call, leave, makeColleague, phoneOf, signInAs, woman } from "./people";

test("the moderators' sign-in lets no attendee in, and a session ends where it was begun", async ({
  newPage,
  people,
  ready,
}) => {
  const [page, attendee] = [await newPage(), await people.account("Attendee")];
  await page.goto("/moderator/login");
  for (const [email, password] of [
    [ready.moderator.email, "not the password"],
    [attendee.email, attendee.password],
  ] as const) {
    await fillSignIn(page, email, password);
    await expect(page.getByText("Login failed")).toBeVisible();
    await expect(page.getByText("Login failed"), "the toast goes by itself").toHaveCount(0);
  }
  expect(await call(ready, "query", "moderator:queue", {}, attendee.token)).toMatchObject({ status: "error" });
  await signInModerator(ready, page);
  await page.goto("/swipe");
  await expect(page, "a moderator is no attendee").toHaveURL(/\/auth$/);
  await page.goto("/moderator/dashboard");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/moderator\/login$/);
  await page.goto("/moderator/dashboard");
  await expect(page).toHaveURL(/\/moderator\/login$/);
});

test("new profiles appear in the queue by themselves, leave it when a colleague decides, and the person reads why", async ({
  people,
}) => {
  const [desk, colleague] = [await people.desk(), await people.desk()];
  await people.applicant({ name: "Next Nikhil", gender: "male" });
  const applicant = await people.applicant({ name: "Arriving Dutta", gender: "male", more: { bio: "Bass player." } });
  const theirs = await people.seat(applicant, "/moderation-pending");
  await expect(theirs.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
  const row = desk.getByRole("navigation", { name: "Waiting profiles" }).getByRole("button", { name: /Arriving/ });
  await expect(row).toBeVisible();
  await colleague.getByRole("button", { name: /Arriving Dutta/ }).click();
  await expect(colleague.getByText("Bass player.")).toBeVisible();
  expect(await colleague.content(), "no phone and no e-mail for moderators").not.toMatch(
    new RegExp(`${applicant.email}|${phoneOf("Arriving Dutta").slice(3)}`),
  );
  await colleague.getByRole("button", { name: "Reject & Delete" }).click();
  await colleague.getByRole("textbox", { name: "Reason" }).fill("The face cannot be seen.");
  await colleague.keyboard.press("Enter");
  await expect(row).toBeHidden();
  await expect(theirs.getByRole("heading", { name: "Profile Under Review" }), "it can be undone").toBeVisible();
  // Who decides on the next lets it stand.
  await expect(colleague.getByRole("article", { name: "Next Nikhil" })).toBeVisible();
  await colleague.getByRole("button", { name: "Approve" }).click();
  await expect(theirs.getByRole("heading", { name: "Profile Rejected" })).toBeVisible();
  await expect(theirs.getByText("The face cannot be seen.")).toBeVisible();
  await expect(theirs, "3 s later").toHaveURL(/\/auth$/);
  await expect(theirs.getByRole("heading", { name: "Create Account" }), "they may sign up again").toBeVisible();
  await expect(theirs.getByText("The face cannot be seen."), "and read again why").toBeVisible();
  expect(await theirs.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/eyJ/);
});

test("three moderators at once are led to different people until nobody waits, and no decision is refused", async ({
  people,
  openPage,
  ready,
}) => {
  const names = ["Aditi", "Bela", "Charu", "Devi", "Esha", "Farah"].map((name) => `${name} Waiting`);
  await Promise.all(names.map((name) => people.applicant(woman(name))));
  const desks = [await people.desk()];
  for (const name of ["second", "third"]) {
    const [email, password] = [`${name}.shift@fest.example`, "correct horse 42"];
    await makeColleague(ready, email, password);
    const session = await signInAs(ready, "moderator", email, password);
    const desk = await openPage(stored(ready, "moderator", session), "the moderator");
    await desk.goto("/moderator/dashboard");
    desks.push(desk);
  }
  const refused = desks.map((desk) => desk.getByText("Failed to process profile"));

  const decided = await Promise.all(desks.map(workThrough));
  expect(decided.flat().toSorted()).toEqual(names);
  for (const toast of refused) await expect(toast).toHaveCount(0);
  for (const desk of desks) await expect(desk.getByRole("heading", { name: "All done" })).toBeVisible();
});

test("a payment that came after its buyer left waits for a refund, live, and goes back after a question", async ({
  people,
  ready,
}) => {
  const desk = await people.organiser("/organiser/money?status=refundDue");
  const buyer = await people.member(woman("Gone Gauri"));
  const order = await orderOf(ready, buyer);
  await leave(ready, buyer);
  await settle(ready, order, { outcome: "SUCCESS" });

  const row = desk.getByRole("listitem").filter({ hasText: order });
  await expect(row).toContainText("Account deleted");
  await expect(row).toContainText("Paid after the account was deleted");
  await expect(row).toContainText("₹99");
  await row.getByRole("button", { name: "Refund" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Refund" }).click();
  await expect(desk.getByText("Refund started")).toBeVisible();
  await desk.getByLabel("State").selectOption("Any state");
  await expect(row).toContainText("Refunded", { timeout: 20_000 });
  await expect(row.getByRole("button", { name: "Refund" })).toBeHidden();
});

test("an order number from a receipt can be refunded, and takes Gold back from its buyer, live", async ({
  people,
  ready,
}) => {
  const buyer = await people.member(woman("Sorry Sonal"));
  const order = await orderOf(ready, buyer);
  await settle(ready, order, { outcome: "SUCCESS" });
  const profile = await people.seat(buyer, "/profile");
  await expect(profile.getByRole("img", { name: "Gold member" })).toBeVisible();
  const desk = await people.organiser("/organiser/money");
  await desk.getByRole("searchbox", { name: "Search orders" }).fill(` ${order} `);
  await desk.getByRole("listitem").filter({ hasText: order }).getByRole("button", { name: "Refund" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Refund" }).click();

  await expect(profile.getByRole("img", { name: "Gold member" })).toBeHidden();
  await expect(profile.getByRole("meter", { name: "Daily Swipes" })).toBeVisible();
});

/** Approves by key whoever is shown until there is nobody. Answers who that was. */
async function workThrough(desk: Page): Promise<string[]> {
  const [sheet, approve] = [desk.getByRole("article"), desk.getByRole("button", { name: "Approve", exact: true })];
  const nobody = desk.getByRole("heading", { name: /^(All done|Your colleagues have the rest)$/ });
  const names: string[] = [];
  for (;;) {
    await expect(approve.and(desk.locator("[aria-disabled=false]")).or(nobody)).toBeVisible();
    const name = await sheet.getAttribute("aria-label", { timeout: 1_000 }).catch(() => null);
    if (name === null) return names;
    names.push(name);
    await desk.keyboard.press("a");
    await expect(desk.getByRole("article", { name, exact: true })).toHaveCount(0);
  }
}
