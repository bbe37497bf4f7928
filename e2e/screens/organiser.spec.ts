/** Pictures of what organisers set and of the staff: the festival's form, the list, the links, one's own second factor. */
import { TOTP } from "otpauth";
import { expect, fillSignIn, test } from "../fixtures";
import { addressOf, inMail } from "../mail";
import { shoot } from "./camera";

test("the festival's form, empty and wrong", async ({ people }) => {
  const page = await people.organiser("/organiser/festival");
  await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
  await shoot(page, "organiser-1-festival", { whole: true });
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByLabel("Last day").fill("2020-01-01");
  await page.getByRole("button", { name: "Save for everybody" }).click();
  await expect(page.getByText("The last day is before the first")).toBeVisible();
  await shoot(page, "organiser-2-festival-wrong");
});

test("the staff: the list, an invitation, the link's page, a second factor, its recovery codes", async ({
  people,
  newPage,
  ready,
}) => {
  const [email, password] = ["wilhelmina.konstantina.ramanathapuram@" + addressOf("x").split("@")[1], "Gate keeper 9!"];
  const page = await people.organiser("/organiser/staff");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await shoot(page, "staff-1-invite");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("heading", { name: "Sent links" })).toBeVisible();
  await shoot(page, "staff-2-list");

  const theirs = await newPage();
  await theirs.goto(await inMail(ready, email, ({ text }) => /\/staff#\S+/.exec(text)?.[0]));
  await theirs.getByLabel("New password").fill(password);
  await shoot(theirs, "staff-3-link");
  await theirs.getByLabel("Confirm Password").fill(password);
  await theirs.getByRole("button", { name: "Set the password" }).click();
  await fillSignIn(theirs, email, password);
  await expect(theirs).toHaveURL(/\/moderator\/dashboard$/);
  await theirs.goto("/staff/security");
  await theirs.getByLabel("Your password").fill(password);
  await theirs.getByRole("button", { name: "Set it up" }).click();
  await expect(theirs.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await shoot(theirs, "staff-4-app");
  const app = new TOTP({ secret: (await theirs.locator("code").textContent()) ?? "" });
  await theirs.getByLabel("Code", { exact: true }).fill(app.generate());
  await theirs.getByRole("button", { name: "Turn it on" }).click();
  await expect(theirs.getByRole("button", { name: "I have kept them" })).toBeVisible();
  await shoot(theirs, "staff-5-recovery-codes");
  await theirs.getByRole("button", { name: "I have kept them" }).click();
  await shoot(theirs, "staff-6-on");
  await theirs.getByRole("button", { name: "New recovery codes" }).click();
  await shoot(theirs, "staff-7-new-codes");
  await page.getByRole("button", { name: `Manage ${email}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await shoot(page, "staff-8-manage");
});
