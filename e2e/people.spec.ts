/** Organisers find any person, and their acts take effect at once. */
import { violationsOf } from "./violations";
import { expect, fillSignIn, test } from "./fixtures";
import { woman } from "./people";

test("an organiser finds and suspends a member without any report, who is signed out at once, and reads why after signing in again", async ({
  people,
}) => {
  const [pranavi, asha] = await people.pair(woman("Pushy Pranavi"), woman("Asha Andrade"));
  const [theirs, matches] = [await people.openAs(pranavi, "/profile"), await people.openAs(asha, "/matches")];
  const match = matches.getByText(/^Pushy Pranavi/).first();
  await expect(match).toBeVisible();
  await expect(theirs.getByRole("heading", { name: /^Pushy Pranavi/ })).toBeVisible();
  const page = await people.organiser("/organiser/people");
  await page.getByRole("searchbox", { name: "Search" }).fill("pran");
  const found = page.getByRole("list", { name: "People found" }).getByRole("link");
  await expect(found).toHaveCount(1);
  expect(await page.content(), "the list has no address in it").not.toContain(pranavi.email);
  await page.keyboard.press("Tab");
  await found.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(pranavi.email)).toBeVisible();
  await expect(page.getByText("Page opened by organiser")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("textbox", { name: "Reason" }).fill("You pushed people at the gate.");
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Profile suspended")).toBeVisible();
  await expect(theirs.getByText("Session expired. Please login again.")).toBeVisible();
  await fillSignIn(theirs, pranavi.email, pranavi.password);
  await expect(theirs.getByText("You pushed people at the gate.")).toBeVisible();
  await expect(match, "their match sees it at once").toBeHidden();

  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await question.getByRole("textbox", { name: "Reason" }).fill("It was somebody else.");
  await question.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Profile restored")).toBeVisible();
  await expect(page.getByText("It was somebody else.")).toBeVisible();
  await expect(match).toBeVisible();
  await page.getByRole("link", { name: "All people" }).click();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("pran");
  await expect(found).toHaveCount(1);
  expect(await violationsOf(page)).toEqual([]);
});
