/** When the deployment fails at something, demand by demand: specification 2 ('Oops', Try Again) and 8 (the fallbacks). */
import { signInModerator } from "../fixtures";
import { addressOf } from "../mail";
import { faultsOf } from "./faults";
import { expect, match, swipe, test, woman } from "./people";

test("a deck that cannot be dealt is 'Oops', 'Failed to load profiles', and Try Again deals it", async ({ people }) => {
  await people.member(woman("Oops Shown"));
  const page = await people.seat(await people.member(woman("Oops Viewer")), "/profile");
  const faults = await faultsOf(page);
  faults.add("swipes:deck");
  await page.goto("/swipe");
  const panel = page.getByRole("alert").filter({ hasText: "Oops" });
  await expect(panel).toContainText("Failed to load profiles");
  await expect(page.getByText("Failed to load profiles"), "in a toast as well").toHaveCount(2);
  faults.clear();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Oops Shown, 21" })).toBeVisible();
});

test("a swipe that fails brings its card back: 'Failed to process swipe'", async ({ people }) => {
  await people.member(woman("Failing Shown"));
  const page = await people.seat(await people.member(woman("Failing Viewer")), "/profile");
  (await faultsOf(page)).add("swipes:swipe");
  await page.goto("/swipe");
  await expect(page.getByRole("heading", { name: "Failing Shown, 21" })).toBeVisible();
  await page.getByRole("button", { name: "Dislike" }).click();
  await expect(page.getByText("Failed to process swipe")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Failing Shown, 21" })).toBeVisible();
  await expect(page.getByText("5 of 5", { exact: true })).toBeVisible();
});

test("an unmatch that fails keeps the match: 'Failed to unmatch'", async ({ people, ready }) => {
  const [one, two] = [await people.member(woman("Fault One")), await people.member(woman("Fault Two"))];
  await match(ready, one, two);
  const page = await people.seat(one, "/profile");
  (await faultsOf(page)).add("matches:unmatch");
  await page.goto("/matches");
  await page.getByRole("button", { name: "Unmatch Fault Two" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unmatch", exact: true }).click();
  await expect(page.getByText("Failed to unmatch")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Matches (1)", includeHidden: true })).toBeAttached();
});

test("an answer to a like that fails leaves it pending: 'Failed to respond to like'", async ({ people, ready }) => {
  const [one, two] = [await people.member(woman("Answer One")), await people.member(woman("Answer Two"))];
  await swipe(ready, two, one);
  const page = await people.seat(one, "/profile");
  (await faultsOf(page)).add("matches:respond");
  await page.goto("/matches");
  await page.getByRole("tab", { name: "Pending Likes (1)" }).click();
  await page.getByRole("button", { name: "Reject Answer Two" }).click();
  await expect(page.getByText("Failed to respond to like")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Pending Likes (1)" })).toBeVisible();
});

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

test("an account that cannot be deleted stays, and says so: 'Failed to delete account'", async ({ people }) => {
  const page = await people.seat(await people.member(woman("Fault Leaver")), "/swipe");
  (await faultsOf(page)).add("auth:deleteAccount");
  await page.goto("/profile");
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("delete my acc");
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: false }).last().click();
  await expect(page.getByText("Failed to delete account").first()).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
});

test("a profile that cannot be updated keeps what was typed: 'Failed to update profile'", async ({ people }) => {
  const page = await people.seat(await people.member(woman("Fault Editor")), "/swipe");
  (await faultsOf(page)).add("profiles:update");
  await page.goto("/edit-profile");
  await page.getByLabel("Bio").fill("A line that must not be lost");
  await page.getByRole("button", { name: "Update Profile" }).click();
  await expect(page.getByText("Failed to update profile").first()).toBeVisible();
  await expect(page.getByLabel("Bio")).toHaveValue("A line that must not be lost");
});

test("codes, sign-ins and reset links that cannot be had say so, and keep the address", async ({ page }) => {
  const faults = await faultsOf(page);
  for (const name of ["auth:sendOtp", "auth:signIn", "auth:requestReset"]) faults.add(name);
  const email = addressOf("faults");
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText("Failed to send OTP").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);

  await page.getByText("Already have an account?").click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("something");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Failed to login").first()).toBeVisible();

  await page.getByText("Forgot Password?").click();
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Failed to send reset instructions").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
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

test("matches that cannot be loaded are 'Failed to get matches', pending likes likewise, and no other screen suffers", async ({
  people,
}) => {
  await people.member(woman("Unlisted Shown"));
  const page = await people.seat(await people.member(woman("Unlisted Viewer")), "/profile");
  const faults = await faultsOf(page);
  faults.add("matches:list").add("matches:pendingLikes");
  await page.goto("/swipe");
  await expect(page.getByRole("heading", { name: "Unlisted Shown, 21" })).toBeVisible();
  await page.goto("/matches");
  const panel = page.getByRole("tabpanel").getByRole("alert");
  await expect(panel).toContainText("Failed to get matches");
  await expect(page.getByText("Failed to get pending likes"), "in a toast").toBeVisible();
  await page.getByRole("tab", { name: "Pending Likes" }).click();
  await expect(panel).toContainText("Failed to get pending likes");
  faults.clear();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "No pending likes" })).toBeVisible();
  // By its key: what was said may still lie over the tabs.
  await page.getByRole("tab", { name: "Matches (0)" }).press("Enter");
  await expect(page.getByRole("heading", { name: "No matches yet" })).toBeVisible();
});
