import { report } from "../acts";
import { controlConnection } from "../connection";
import { expect, fillSignIn, test } from "../fixtures";
import { addressOf, latestCode, resetLink } from "../mail";
import { call, decide, longName, moderatorOf, run, woman } from "../people";
import { photo } from "../pictures";
import { shoot, shootShowing, stopTimers } from "./camera";

test.setTimeout(240_000);

test("the front page, the text pages, and the contact form with errors", async ({ page }) => {
  await page.goto("/");
  await shoot(page, "open-front", { fullPage: true });
  for (const name of ["about", "faq", "terms", "privacy", "cookies", "refund-cancellation"]) {
    await page.goto(`/${name}`);
    await shootShowing(page.getByRole("heading", { level: 1 }), `open-${name}`, { fullPage: true });
  }
  await page.goto("/nowhere");
  await shootShowing(page.getByRole("heading", { level: 1 }), "open-nowhere");
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send Message" }).click();
  await shoot(page, "open-contact-mistakes", { fullPage: true });
});

test("signing up, signing in and the forgotten password", async ({ page, people, ready }) => {
  const email = addressOf("pictures");
  await page.goto("/auth");
  await shootShowing(page.getByRole("button", { name: "Send OTP" }), "auth-1-email");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP").fill(await latestCode(ready, email));
  await page.getByLabel("Password", { exact: true }).fill("festival7");
  await page.getByLabel("Confirm Password").fill("festival8");
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await shootShowing(page.getByText("Passwords do not match!").first(), "auth-2-code");
  await page.goto("/auth");
  await page.getByRole("button", { name: "Already have an account?" }).click();
  await page.getByRole("button", { name: "Sign In" }).click();
  await shoot(page, "auth-3-sign-in-mistakes");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await shoot(page, "auth-4-forgot");
  await page.goto("/reset-password/abc");
  await shootShowing(page.getByRole("alert"), "auth-5-dead-link");
  const { email: known } = await people.account("Screens Sita");
  await call(ready, "action", "auth:requestReset", { email: known });
  await page.goto(await resetLink(ready, known));
  await page.getByLabel("New Password").fill("Festival");
  await shoot(page, "auth-5-reset");
});

test("creating a profile, waiting, and being rejected", async ({ people, page: mod, ready }) => {
  const newcomer = await people.openAs(await people.account("Screens Sana"), "/create-profile");
  await shootShowing(newcomer.getByRole("heading", { level: 1 }), "create-1-empty", { fullPage: true });
  await newcomer.getByRole("button", { name: "Create Profile" }).click();
  await shoot(newcomer, "create-2-mistakes", { fullPage: true });
  const files = { name: "me.jpg", mimeType: "image/jpeg", buffer: await photo(5) };
  await newcomer.locator('input[type="file"]').setInputFiles(files);
  await newcomer.getByLabel("Name", { exact: true }).fill(longName);
  await newcomer.getByLabel("Bio").fill("Third row, every night. ".repeat(6));
  await shoot(newcomer, "create-3-long-name", { fullPage: true });

  const waiting = await people.openAs(await people.applicant({ name: "Kabir Screens", gender: "male" }));
  await shootShowing(waiting.getByRole("heading", { name: "Profile Under Review" }), "waiting-1-review");
  // The rejection screen continues after three seconds.
  await stopTimers(waiting, 3000);
  await waiting.reload();
  await expect(waiting.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
  await decide(ready, "Kabir Screens", false, "This is a photo of a guitar. Please show your face.");
  await shootShowing(waiting.getByRole("heading", { name: "Profile Rejected" }), "waiting-2-rejected");
  // Fakes the refusal after the last allowed sign-up, because four sign-ups would take minutes.
  await waiting.routeWebSocket(/\/sync$/, (socket) => {
    socket
      .connectToServer()
      .onMessage((text) => socket.send(String(text).replace('"maySignUpAgain":true', '"maySignUpAgain":false')));
  });
  await waiting.reload();
  await shootShowing(waiting.getByText(/This address cannot sign up again/), "waiting-2-rejected-for-good");

  await mod.goto("/moderator/login");
  await mod.getByRole("button", { name: "Sign In" }).click();
  await shoot(mod, "desk-0-sign-in");
});

test("being suspended", async ({ people, newPage, ready }) => {
  const [bad, other] = [await people.member(woman("Harsh Screens")), await people.member(woman("Rina"))];
  await report(ready, other, bad, "Pushed people in the front row.");
  const { token } = await moderatorOf(ready);
  const reports = (await run(ready, "query", "moderator:reports", {}, token)) as { _id: string; name: string }[];
  const id = reports.find(({ name }) => name === bad.name)?._id;
  await run(ready, "mutation", "moderator:suspend", { id, reason: "Pushed people." }, token);
  const page = await newPage();
  await page.goto("/login");
  await fillSignIn(page, bad.email, bad.password);
  await shootShowing(page.getByRole("heading", { name: "Profile Suspended" }), "waiting-3-suspended");
});

test("a page that cannot reach the deployment", async ({ page }) => {
  const connection = await controlConnection(page);
  await page.goto("/auth");
  await expect(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
  await connection.cut();
  await shootShowing(page.getByText("No connection. Trying again…"), "auth-6-offline");
});
