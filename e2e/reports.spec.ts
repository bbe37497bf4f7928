/** A reported person disappears at once for the reporter, and a moderator decides live. */
import { expect, fillSignIn, test } from "./fixtures";
import { violationsOf } from "./violations";
import { call, woman, type Member } from "./people";

test("a report from a card hides the reported person from the reporter, and reaches a moderator who suspends and restores, all live", async ({
  people,
  ready,
}) => {
  const [tara, dev] = [await people.member(woman("Tara Report")), await people.member(woman("Dev Report"))];
  const [hers, theirs] = [await people.openAs(tara), await people.openAs(dev)];
  const desk = await people.moderator();
  await desk.getByRole("button", { name: /^Reports/ }).click();
  await expect(theirs.getByRole("heading", { name: /Tara Report/ })).toBeVisible();
  await hers.getByRole("button", { name: "Report Dev Report" }).click();
  const form = hers.getByRole("dialog");
  await form.getByRole("textbox", { name: "Reason" }).fill("Rude words in her bio.");
  expect(await violationsOf(hers)).toEqual([]);
  await form.getByRole("button", { name: "Submit Report" }).dblclick();
  await expect(hers.getByText("Report submitted successfully")).toHaveCount(1);
  await expect(form).toBeHidden();
  await expect(hers.getByRole("heading", { name: /Dev Report/ })).toBeHidden();
  expect(await deckOf(tara)).not.toContain("Dev Report");
  expect(await deckOf(dev), "the reported person cannot tell a report from a pass").toContain("Tara Report");

  await desk.getByRole("button", { name: /Dev Report/ }).click();
  await expect(desk.getByText("Rude words in her bio.")).toBeVisible();
  expect(await desk.content(), "moderators do not see the reporter").not.toContain(tara.email);
  expect(await violationsOf(desk)).toEqual([]);
  await desk.setViewportSize({ width: 1440, height: 900 });
  await expect(desk.getByRole("button", { name: "Dismiss" }), "once the report counts as seen").toBeEnabled();
  await desk.keyboard.press("s");
  const question = desk.getByRole("dialog");
  await expect(question.getByRole("heading", { name: "Suspend Dev Report?" })).toBeVisible();
  await expect(question.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await desk.keyboard.type("Your bio insults people.");
  await question.getByRole("button", { name: "Suspend" }).click();

  await expect(theirs.getByText("Session expired. Please login again.")).toBeVisible();
  await fillSignIn(theirs, dev.email, dev.password);
  await expect(theirs.getByRole("heading", { name: "Profile Suspended" })).toBeVisible();
  await desk.getByRole("button", { name: "Restore Dev Report" }).click();
  await expect(theirs).toHaveURL(/\/swipe$/);
  await expect(desk.getByText(/restored Dev Report/)).toBeVisible();

  async function deckOf(member: Member) {
    return JSON.stringify(await call(ready, "query", "swipes:deck", {}, member.token));
  }
});
