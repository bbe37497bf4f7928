/** Moderators, demand by demand: specification 2 (/moderator), 4 (dashboard), 6 and 8. */
import { call } from "../doors";
import { signInModerator } from "../fixtures";
import { expect, test } from "./people";

test("/moderator/login asks for email and password, and refuses by 'Login failed'", async ({ page, ready, people }) => {
  const attendee = await people.account("Attendee");
  await page.goto("/moderator/login");
  await expect(page.getByRole("heading", { name: "Moderator Login" })).toBeVisible();
  for (const [email, password] of [
    [ready.moderator.email, "not the password"],
    [attendee.email, attendee.password],
  ] as const) {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Login failed").first()).toBeVisible();
    await expect(page.getByText("Login failed")).toHaveCount(0);
  }
  await expect(page).toHaveURL(/\/moderator\/login$/);
});

test("the dashboard shows who waits with the first one selected, and the two figures", async ({
  page,
  ready,
  people,
}) => {
  const waiting = await people.applicant({ name: "Queue Verghese", gender: "male", more: { bio: "Bass player." } });
  await signInModerator(ready, page);
  const queue = page.getByRole("navigation", { name: "Waiting profiles" });
  await expect(queue.locator("[aria-current=true]")).toHaveCount(1);
  await expect(page.getByRole("term").filter({ hasText: "Pending" })).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: "Approved" })).toBeVisible();
  await queue.getByRole("button", { name: /Queue Verghese/ }).click();
  await expect(page.getByRole("heading", { name: /Queue Verghese/ })).toBeVisible();
  await expect(page.getByText("Bass player.")).toBeVisible();
  const shown = await page.content();
  expect(shown, "no phone and no e-mail for moderators").not.toContain(waiting.email);
  expect(shown).not.toContain("9876543210");
});

test("Approve takes the profile out of the queue, selects the next, and is in the recent activity", async ({
  page,
  ready,
  people,
}) => {
  for (const name of ["Row Anand", "Row Bala"]) await people.applicant({ name, gender: "male" });
  await signInModerator(ready, page);
  const queue = page.getByRole("navigation", { name: "Waiting profiles" });
  await queue.getByRole("button", { name: /Row Anand/ }).click();
  await expect(page.getByRole("heading", { name: /Row Anand/ })).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(queue.getByRole("button", { name: /Row Anand/ })).toBeHidden();
  await expect(page.getByRole("heading", { name: /Row Bala/ })).toBeVisible();
  await expect(page.getByText(/Row Anand/)).toBeVisible();
});

test("'Reject & Delete' may say why, and by keys: A approves, R and Enter reject", async ({ page, ready, people }) => {
  const one = await people.applicant({ name: "Keyed Chandra", gender: "male" });
  await people.applicant({ name: "Keyed Dev", gender: "male" });
  await signInModerator(ready, page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const seen = () => expect(page.getByRole("button", { name: "Approve" })).toBeEnabled();
  await page.getByRole("button", { name: /Keyed Chandra/ }).click();
  await expect(page.getByRole("heading", { name: /Keyed Chandra/ })).toBeVisible();
  await seen();
  await page.keyboard.press("r");
  await expect(page.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await page.keyboard.type("Please show your face.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Keyed Chandra/ })).toBeHidden();
  await page.getByRole("button", { name: /Keyed Dev/ }).click();
  await expect(page.getByRole("heading", { name: /Keyed Dev/ })).toBeVisible();
  await seen();
  await page.keyboard.press("a");
  await expect(page.getByText(/Keyed Dev/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Keyed Dev/ })).toBeHidden();
  const me = await call(ready, "query", "profiles:me", {}, one.token);
  expect(me).toMatchObject({ value: { moderationStatus: "rejected", rejectionReason: "Please show your face." } });
});

test("'Reject & Delete' by mouse asks first, and only its second press deletes", async ({ page, ready, people }) => {
  const one = await people.applicant({ name: "Pressed Farid", gender: "male" });
  const standing = () => call(ready, "query", "profiles:me", {}, one.token);
  await signInModerator(ready, page);
  const row = page.getByRole("button", { name: /Pressed Farid/ });
  await row.click();
  const question = page.getByRole("dialog", { name: "Reject and delete Pressed Farid?" });
  await page.getByRole("button", { name: "Reject & Delete" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(row).toBeVisible();
  expect(await standing()).toMatchObject({ value: { moderationStatus: "pending" } });
  await page.getByRole("button", { name: "Reject & Delete" }).click();
  await question.getByLabel("Reason").fill("A guitar is no face.");
  await question.getByRole("button", { name: "Reject & Delete" }).click();
  await expect(row).toBeHidden();
  await expect.poll(standing).toMatchObject({
    value: { moderationStatus: "rejected", rejectionReason: "A guitar is no face." },
  });
});

test("a change is rejected as a change, and what is public stays", async ({ page, ready, people }) => {
  const member = await people.member({ name: "Changing Gopal", gender: "male" });
  const profile = { bio: "Another bio." };
  expect(await call(ready, "mutation", "profiles:update", { profile }, member.token)).toMatchObject({
    status: "success",
  });
  await signInModerator(ready, page);
  await page.getByRole("button", { name: /Changing Gopal/ }).click();
  await expect(page.getByRole("button", { name: "Reject & Delete" })).toBeHidden();
  await page.getByRole("button", { name: "Reject change" }).click();
  await page
    .getByRole("dialog", { name: "Reject the change of Changing Gopal?" })
    .getByRole("button", { name: "Reject change" })
    .click();
  await expect(page.getByRole("button", { name: /Changing Gopal/ })).toBeHidden();
  expect(await call(ready, "query", "profiles:me", {}, member.token)).toMatchObject({
    value: { moderationStatus: "approved" },
  });
});

test("new profiles appear in the queue by themselves, and leave it when a colleague decides", async ({
  page,
  ready,
  people,
}) => {
  await signInModerator(ready, page);
  const other = await people.account("Bystander");
  await people.applicant({ name: "Arriving Dutta", gender: "male" });
  const row = page
    .getByRole("navigation", { name: "Waiting profiles" })
    .getByRole("button", { name: /Arriving Dutta/ });
  await expect(row).toBeVisible();
  expect(await call(ready, "query", "moderator:queue", {}, other.token)).toMatchObject({ status: "error" });
  const desk = await page.context().browser()?.newContext({ baseURL: ready.appUrl });
  const colleague = await desk?.newPage();
  if (colleague === undefined) throw new Error("No second browser");
  await signInModerator(ready, colleague);
  await colleague.getByRole("button", { name: /Arriving Dutta/ }).click();
  await colleague.getByRole("button", { name: "Approve" }).click();
  await expect(row).toBeHidden();
  await desk?.close();
});

test("a moderator's session that is over leads back to the moderators' sign-in", async ({ page, ready }) => {
  await signInModerator(ready, page);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/moderator\/login$/);
  await page.goto("/moderator/dashboard");
  await expect(page).toHaveURL(/\/moderator\/login$/);
});
