/** Accounts, demand by demand: specification 2 (/auth, /reset-password), 4 (session, sign-up), 5 and 8. */
import { call, handleOf } from "../doors";
import { addressOf, latestCode, resetLink } from "../mail";
import { expect, test } from "./people";

test.describe("/auth", () => {
  test("'Create Account' asks for an email and has the button Send OTP", async ({ page }) => {
    await page.goto("/auth");
    await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(1);
    await expect(page.getByLabel("Email")).toBeEditable();
    await expect(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Forgot Password?" })).toBeHidden();
  });

  test("the links below switch between the two modes, and 'Forgot Password?' is there for signing in only", async ({
    page,
  }) => {
    await page.goto("/auth");
    await page.getByRole("button", { name: "Already have an account?" }).click();
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Forgot Password?" })).toBeVisible();
    await page.getByRole("button", { name: "Don't have an account?" }).click();
    await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  });

  test("an email is asked for by its sentence, and nonsense is refused", async ({ page }) => {
    await page.goto("/auth");
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expect(page.getByText("Please enter your email")).toBeVisible();
    await page.getByLabel("Email").fill("asha@");
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("asha@");
  });

  test("a registered email switches to signing in: 'Email already registered. Please login with password.'", async ({
    page,
    people,
  }) => {
    const { email } = await people.account("Registered");
    await page.goto("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expect(page.getByText("Email already registered. Please login with password.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  });

  test("step 2 locks the email and asks for the code and a password twice, with show and hide", async ({
    page,
    ready,
  }) => {
    const email = addressOf("step");
    await page.goto("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expect(page.getByText("OTP sent to your email!")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Email")).not.toBeEditable();
    await expect(page.getByLabel("OTP")).toBeVisible();
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show password" }).first().click();
    await expect(password).toHaveAttribute("type", "text");

    await page.reload();
    await expect(page.getByLabel("OTP"), "the tab may be lost to the mail app").toBeVisible();
    const code = await latestCode(ready, email);
    expect(await page.content(), "the code is in the mail and nowhere else").not.toContain(code);
  });

  test("the strength meter counts five criteria and lists the missing ones between bullets", async ({ page }) => {
    await page.goto("/auth");
    await page.getByLabel("Email").fill(addressOf("meter"));
    await page.getByRole("button", { name: "Send OTP" }).click();
    const password = page.getByLabel("Password", { exact: true });
    const meter = page.getByRole("meter", { name: "Password strength" });
    for (const [typed, score] of [
      ["a", 1],
      ["aB", 2],
      ["aB3", 3],
      ["aB3!", 4],
      ["aB3!aB3!", 5],
    ] as const) {
      await password.fill(typed);
      await expect(meter).toHaveAttribute("aria-valuenow", String(score));
    }
    await password.fill("aB");
    await expect(page.getByText(/ • /)).toBeVisible();
  });

  test("two different passwords: 'Passwords do not match!'", async ({ page }) => {
    await page.goto("/auth");
    await page.getByLabel("Email").fill(addressOf("differ"));
    await page.getByRole("button", { name: "Send OTP" }).click();
    await page.getByLabel("OTP").fill("123456");
    await page.getByLabel("Password", { exact: true }).fill("password one");
    await page.getByLabel("Confirm Password").fill("password two");
    await page.getByRole("button", { name: "Verify OTP" }).click();
    await expect(page.getByText("Passwords do not match!")).toBeVisible();
  });

  test("a wrong code: 'Failed to verify OTP', and what was typed is still there", async ({ page, ready }) => {
    const email = addressOf("wrong");
    await page.goto("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send OTP" }).click();
    const right = await latestCode(ready, email);
    await page.getByLabel("OTP").fill(right === "000000" ? "000001" : "000000");
    await page.getByLabel("Password", { exact: true }).fill("password one");
    await page.getByLabel("Confirm Password").fill("password one");
    await page.getByRole("button", { name: "Verify OTP" }).click();
    await expect(page.getByText("Failed to verify OTP").first()).toBeVisible();
    await expect(page.getByLabel("OTP")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("OTP")).toHaveAccessibleDescription("Failed to verify OTP");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("password one");
  });

  test("signing up enforces no strength; then the sign-in form stands there with its fields cleared", async ({
    page,
    ready,
  }) => {
    const email = addressOf("weak");
    await page.goto("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send OTP" }).click();
    await page.getByLabel("OTP").fill(await latestCode(ready, email));
    await page.getByLabel("Password", { exact: true }).fill("aaaaaaaa");
    await page.getByLabel("Confirm Password").fill("aaaaaaaa");
    await page.getByRole("button", { name: "Verify OTP" }).click();
    await expect(page.getByText("Email verified successfully! Please login.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");

    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("aaaaaaaa");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Logged in successfully!")).toBeVisible();
    await expect(page, "no profile yet").toHaveURL(/\/create-profile$/);
  });

  test("a complete profile signs in to /swipe", async ({ people }) => {
    const page = await people.seat(await people.member({ name: "Complete Devi", gender: "female" }));
    await expect(page).toHaveURL(/\/swipe$/);
  });

  test("a wrong password: 'Failed to login', the same for an address nobody has", async ({ page, people }) => {
    const { email } = await people.account("Mistyped");
    await page.goto("/login");
    for (const address of [email, addressOf("stranger")]) {
      await page.getByLabel("Email").fill(address);
      await page.getByLabel("Password", { exact: true }).fill("not my password");
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText("Failed to login").first()).toBeVisible();
      await expect(page.getByText("Failed to login"), "the toast goes by itself").toHaveCount(0);
    }
  });
});

test.describe("A session", () => {
  test("'Signed out successfully' leads to /auth, and nothing of the person stays in the browser", async ({
    people,
  }) => {
    const page = await people.seat(await people.member({ name: "Signoff Rao", gender: "female" }), "/profile");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("Signed out successfully")).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain("Signoff");
    expect(stored).not.toMatch(/eyJ/);
  });

  test("a session ended elsewhere: 'Session expired. Please login again.' and /auth, without a reload", async ({
    people,
    ready,
  }) => {
    const member = await people.member({ name: "Expired Iyer", gender: "female" });
    const page = await people.seat(member, "/profile");
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
    await call(ready, "action", "auth:requestReset", { email: member.email });
    const token = (await resetLink(ready, member.email)).split("/").at(-1);
    await call(ready, "action", "auth:resetPassword", { token, password: "An0ther!pass" });
    await expect(page.getByText("Session expired. Please login again.")).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
  });

  test("a forged token in the store leads to /auth and shows nobody's screen", async ({ page }) => {
    await page.goto("/auth");
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
      localStorage.setItem("__convexAuthJWT_attendee", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4fHgifQ.AAAA");
    });
    await page.goto("/matches");
    await expect(page).toHaveURL(/\/auth$/);
    expect(await page.content()).not.toContain(handleOf("anybody"));
  });
});
