/** Joining the staff and leaving it. */
import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { expect, fillSignIn, test } from "./fixtures";
import { addressOf, findInMail } from "./mail";

const HALF_MINUTE = 30_000;

test("a moderator invited by mail sets a password and a second factor, approves a profile, and is signed out when removed", async ({
  people,
  openPage,
  ready,
}) => {
  const [email, password] = [addressOf("mona"), "Gate keeper 9! at the door"];
  const organiser = await people.organiser("/organiser/staff");
  await organiser.getByRole("button", { name: "Invite", exact: true }).click();
  await organiser.getByRole("textbox", { name: "Email" }).fill(email);
  await organiser.getByRole("button", { name: "Send the invitation" }).click();
  await expect(organiser.getByText("Invitation sent")).toBeVisible();

  const page = await openPage(undefined, "the moderator");
  await page.goto(await findInMail(ready, email, ({ text }) => /\/staff#\S+/.exec(text)?.[0]));
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page, "signed in").toHaveURL(/\/moderator\/dashboard$/);

  const app = await setUpApp(page, password);
  await page.goto("/moderator/dashboard");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await fillSignIn(page, email, password);
  await expect(page.getByRole("heading", { name: "Your code" })).toBeVisible();
  // The setup used this half minute's code. A phone whose clock is ahead shows the next one.
  await page.getByLabel("Code").fill(app.generate({ timestamp: Date.now() + HALF_MINUTE }));
  await page.getByRole("button", { name: "Sign In" }).click();

  const waiting = page.getByRole("navigation", { name: "Waiting profiles" }).getByRole("button", { name: /Iyer/ });
  await people.applicant({ name: "Invited Iyer", gender: "male" });
  await waiting.click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(waiting, "approved").toBeHidden();

  await organiser.getByRole("button", { name: `Manage ${email}` }).click();
  await organiser.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(organiser.getByRole("heading", { name: `Remove ${email}?` })).toBeVisible();
  await organiser.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page, "without a reload").toHaveURL(/\/moderator\/login$/);
  await fillSignIn(page, email, password);
  await expect(page.getByText("Login failed")).toBeVisible();
});

/** Sets up an authenticator app with the key on screen and confirms its code. */
async function setUpApp(page: Page, password: string): Promise<TOTP> {
  await page.goto("/staff/security");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Set it up" }).click();
  const app = new TOTP({ secret: (await page.locator("code").textContent()) ?? "" });
  await page.getByLabel("Code", { exact: true }).fill(app.generate());
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  return app;
}
