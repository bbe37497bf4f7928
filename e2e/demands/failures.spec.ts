/** When the deployment fails at something, demand by demand: specification 2 ('Oops', Try Again) and 8 (the fallbacks). */
import { signInModerator } from "../fixtures";
import { faultsOf } from "./faults";
import { expect, test, woman } from "./people";

test("a report that fails keeps what was typed: 'Failed to submit report. Please try again.'", async ({ people }) => {
  await people.member(woman("Fault Reported"));
  const page = await people.seat(await people.member(woman("Fault Reporter")), "/profile");
  (await faultsOf(page)).add("reports:file");
  await page.goto("/swipe");
  await page.getByRole("button", { name: "Report Fault Reported" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Not the person in the photo");
  await dialog.getByRole("button", { name: /Submit|Report/ }).click();
  await expect(page.getByText("Failed to submit report. Please try again.").first()).toBeVisible();
  await expect(dialog.getByRole("textbox")).toHaveValue("Not the person in the photo");
});

test("a dashboard that cannot be loaded is 'Failed to load data', and Try Again loads it", async ({ page, ready }) => {
  const faults = await faultsOf(page);
  faults.add("moderator:stats");
  await signInModerator(ready, page);
  await expect(page.getByText("Failed to load data")).toBeVisible();
  faults.clear();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("term").filter({ hasText: "Pending" })).toBeVisible();
});

test("a decision that fails leaves the profile waiting: 'Failed to process profile'", async ({
  page,
  ready,
  people,
}) => {
  await people.applicant({ name: "Fault Applicant", gender: "male" });
  (await faultsOf(page)).add("moderator:decide");
  await signInModerator(ready, page);
  const queue = page.getByRole("navigation", { name: "Waiting profiles" });
  await queue.getByRole("button", { name: /Fault Applicant/ }).click();
  await expect(page.getByRole("heading", { name: /Fault Applicant/ })).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Failed to process profile")).toBeVisible();
  await expect(queue.getByRole("button", { name: /Fault Applicant/ })).toBeVisible();
});
