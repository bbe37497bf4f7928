/** Reports as people live them: whoever reports is rid of the other at once, and a moderator decides live. */
import type { Page } from "@playwright/test";
import { call, makeMember, type Member } from "./doors";
import { expect, signIn, signInModerator, test, type Person } from "./fixtures";
import { mistakesOf } from "./mistakes";

test("a report from a card needs a reason, hides the two from each other, and reaches a moderator who suspends", async ({
  ready,
  newPerson,
}) => {
  test.setTimeout(120_000);
  const tara = await makeMember(ready, { name: "Tara Report", gender: "female", picture: 3 });
  const dev = await makeMember(ready, { name: "Dev Report", gender: "male", picture: 4 });
  // Whoever likes her is dealt first, whoever else the other specs have left behind.
  await call(ready, "mutation", "swipes:swipe", { profileId: tara.id, liked: true }, dev.token);
  const [her, him, desk] = [await at(newPerson, tara), await at(newPerson, dev), await newPerson("Desk")];
  await signInModerator(ready, desk.page);
  await desk.page.getByRole("button", { name: /^Reports/ }).click();
  await signIn(him);
  await expect(him.page).toHaveURL(/\/swipe$/);
  await signIn(her);
  await expect(her.page.getByRole("heading", { name: /Dev Report/ })).toBeVisible();

  const form = her.page.getByRole("dialog");
  await her.page.getByRole("button", { name: "Report Dev Report" }).click();
  await expect(form.getByRole("textbox", { name: "Reason" })).toHaveAttribute("rows", "4");
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(form).toBeHidden();
  await her.page.getByRole("button", { name: "Report Dev Report" }).click();
  await form.getByRole("button", { name: "Submit Report" }).click();
  await expect(form.getByText("Please provide a reason for reporting")).toBeVisible();
  await form.getByRole("textbox", { name: "Reason" }).fill("Rude words in his bio.");
  await expect(form.getByText("22 of 500")).toBeVisible();
  expect(await mistakesOf(her.page)).toEqual([]);
  await her.page.screenshot({ path: test.info().outputPath("report-form.png") });
  await form.getByRole("button", { name: "Submit Report" }).click();

  await expect(her.page.getByText("Report submitted successfully")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(her.page.getByRole("heading", { name: /Dev Report/ })).toBeHidden();
  expect(await deckOf(dev)).not.toContain("Tara Report");

  await desk.page.getByRole("button", { name: /Dev Report/ }).click();
  await expect(desk.page.getByText("Rude words in his bio.")).toBeVisible();
  expect(await desk.page.content(), "no moderator is told who reported").not.toContain(tara.email);
  expect(await mistakesOf(desk.page)).toEqual([]);
  await desk.page.screenshot({ path: test.info().outputPath("desk-phone.png") });
  await desk.page.setViewportSize({ width: 1440, height: 900 });
  await desk.page.screenshot({ path: test.info().outputPath("desk.png") });
  await expect(desk.page.getByRole("button", { name: "Dismiss" }), "seen").toBeEnabled();
  await desk.page.keyboard.press("s");
  const question = desk.page.getByRole("dialog");
  await expect(question.getByRole("heading", { name: "Suspend Dev Report?" })).toBeVisible();
  await expect(question.getByRole("button", { name: "Suspend" })).toBeFocused();
  await desk.page.keyboard.press("Enter");

  await expect(him.page, "an open session ends at once").toHaveURL(/\/auth/);
  await expect(him.page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await him.page.getByLabel("Email").fill(him.email);
  await him.page.getByLabel("Password", { exact: true }).fill(him.password);
  await him.page.getByRole("button", { name: "Sign In" }).click();
  await expect(him.page.getByRole("heading", { name: "Profile Suspended" })).toBeVisible();
  await desk.page.getByRole("button", { name: "Restore Dev Report" }).click();
  await expect(him.page).toHaveURL(/\/swipe$/);
  await expect(desk.page.getByText(/restored Dev Report/)).toBeVisible();

  async function deckOf(member: Member) {
    const answer = await call(ready, "query", "swipes:deck", {}, member.token);
    return JSON.stringify(answer);
  }
});

test("a match can be reported, which ends it for both", async ({ ready, newPerson }) => {
  const isha = await makeMember(ready, { name: "Isha Pair", gender: "female", picture: 5 });
  const om = await makeMember(ready, { name: "Om Pair", gender: "male", picture: 6 });
  await call(ready, "mutation", "swipes:swipe", { profileId: om.id, liked: true }, isha.token);
  await call(ready, "mutation", "swipes:swipe", { profileId: isha.id, liked: true }, om.token);
  const her = await at(newPerson, isha);
  await signIn(her);
  await expect(her.page).toHaveURL(/\/swipe$/);
  await her.page.goto("/matches");
  await her.page.getByRole("button", { name: "Report Om Pair" }).click();
  await her.page.getByRole("textbox", { name: "Reason" }).fill("Not who he says.");
  await her.page.getByRole("button", { name: "Submit Report" }).click();

  await expect(her.page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  expect(await call(ready, "query", "matches:list", {}, om.token)).toMatchObject({ value: [] });
});

test("a moderator dismisses by one key, and the others see who decided", async ({ ready, newPerson }) => {
  const [one, two] = [await newPerson("One"), await newPerson("Two")];
  const [nila, arun] = [
    await makeMember(ready, { name: "Nila Claim", gender: "female", picture: 7 }),
    await makeMember(ready, { name: "Arun Claim", gender: "male", picture: 8 }),
  ];
  const reason = "Seen by two.";
  await call(ready, "mutation", "reports:file", { reportedUserId: arun.id, reason }, nila.token);
  await signInModerator(ready, one.page);
  await one.page.getByRole("button", { name: /^Reports/ }).click();
  await one.page.getByRole("button", { name: /Arun Claim/ }).click();
  await expect(one.page.getByText(reason)).toBeVisible();
  await expect(one.page.getByRole("button", { name: "Dismiss" }), "seen").toBeEnabled();
  await one.page.keyboard.press("d");

  await expect(one.page.getByText("Report dismissed")).toBeVisible();
  await signInModerator(ready, two.page);
  await two.page.getByRole("button", { name: /^Reports/ }).click();
  await expect(two.page.getByText(/dismissed a report about Arun Claim/)).toBeVisible();
});

test("nobody is decided on unseen, whether a second press or a colleague has brought their report up", async ({
  ready,
  newPerson,
}) => {
  const reporter = await makeMember(ready, { name: "Unseen Reporter", gender: "female" });
  for (const name of ["Unseen Anil", "Unseen Babu", "Unseen Chand"]) {
    const { id } = await makeMember(ready, { name, gender: "male" });
    await call(ready, "mutation", "reports:file", { reportedUserId: id, reason: "Rude." }, reporter.token);
  }
  const [{ page }, colleague] = [await newPerson("Unseeing Desk"), await newPerson("Colleague")];
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  const question = page.getByRole("dialog");
  const presses = async () => {
    for (const key of ["d", "s"]) await page.keyboard.press(key);
    for (const name of ["Dismiss", "Suspend"]) await page.getByRole("button", { name }).click({ force: true });
    await expect(question).toBeHidden();
  };
  // Whoever comes up stays unseen for as long as the clock stands.
  await page.clock.install();
  await reportOf(page, "Unseen Anil");
  await expect(dismiss).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.keyboard.press("d");
  await expect(page.getByRole("heading", { name: "Unseen Babu" })).toBeVisible();
  await presses();
  await reportOf(colleague.page, "Unseen Babu");
  await colleague.page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("heading", { name: "Unseen Chand" })).toBeVisible();
  await presses();

  await page.clock.runFor(500);
  await expect(dismiss).toBeEnabled();
  await page.keyboard.press("s");
  await expect(question.getByRole("heading", { name: "Suspend Unseen Chand?" })).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("d");
  await expect(page.getByRole("button", { name: /Unseen Chand/ })).toBeHidden();

  async function reportOf(at: Page, name: string) {
    await signInModerator(ready, at);
    await at.getByRole("button", { name: /^Reports/ }).click();
    await at.getByRole("button", { name: new RegExp(name) }).click();
    await expect(at.getByRole("heading", { name })).toBeVisible();
  }
});

async function at(newPerson: (name: string) => Promise<Person>, { name, email, password }: Member): Promise<Person> {
  return { ...(await newPerson(name)), email, password };
}
