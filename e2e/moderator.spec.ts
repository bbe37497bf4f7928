/** Two moderators share the queue. */
import { expect, test } from "./fixtures";
import { phoneOf } from "./people";

test("a new profile appears in the queue live and leaves it when a colleague rejects it; the applicant reads why", async ({
  people,
}) => {
  const [desk, colleague] = [await people.moderator(), await people.moderator()];
  await people.applicant({ name: "Next Nikhil", gender: "male" });
  const applicant = await people.applicant({ name: "Arriving Dutta", gender: "male", fields: { bio: "Bass player." } });
  const theirs = await people.openAs(applicant, "/moderation-pending");
  await expect(theirs.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
  const row = desk.getByRole("navigation", { name: "Waiting profiles" }).getByRole("button", { name: /Arriving/ });
  await expect(row).toBeVisible();
  await colleague.getByRole("button", { name: /Arriving Dutta/ }).click();
  await expect(colleague.getByText("Bass player.")).toBeVisible();
  expect(await colleague.content(), "no phone and no e-mail for moderators").not.toMatch(
    new RegExp(`${applicant.email}|${phoneOf("Arriving Dutta").slice(3)}`),
  );
  const scripts = () => performance.getEntriesByType("resource").map(({ name }) => name);
  await expect
    .poll(async () => String(await colleague.evaluate(scripts)), "the desk's questions would open offline")
    .toContain("DialogSheet");
  await colleague.getByRole("button", { name: "Reject & Delete" }).click();
  await colleague.getByRole("textbox", { name: "Reason" }).fill("The face cannot be seen.");
  await colleague.keyboard.press("Enter");
  await expect(row).toBeHidden();
  await expect(
    theirs.getByRole("heading", { name: "Profile Under Review" }),
    "while the decision can be undone",
  ).toBeVisible();
  // Deciding on the next item makes the decision final.
  await expect(colleague.getByRole("article", { name: "Next Nikhil" })).toBeVisible();
  await colleague.getByRole("button", { name: "Approve" }).click();
  await expect(theirs.getByRole("heading", { name: "Profile Rejected" })).toBeVisible();
  await expect(theirs.getByText("The face cannot be seen.")).toBeVisible();
  await expect(theirs, "3 s later").toHaveURL(/\/auth$/);
  await expect(theirs.getByRole("heading", { name: "Create Account" }), "they may sign up again").toBeVisible();
  await expect(theirs.getByText("The face cannot be seen."), "and still read why").toBeVisible();
  expect(await theirs.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/eyJ/);
});
