/** The screens around one's own account, as a member meets them. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { call, makeMember } from "./doors";
import { addressOf, expect, latestCode, mailsTo, photo, signIn, test, type Person } from "./fixtures";
import type { Ready } from "./product";

test.describe("Danger Zone", () => {
  test("deleting asks for the exact phrase, and then the account is gone", async ({ ready, newPerson }) => {
    const { page, email, password } = await memberOn(ready, await newPerson("Asha"), "/profile");
    await page.getByRole("button", { name: "Delete Account" }).click();
    const question = page.getByRole("dialog", { name: "Delete your account?" });
    const forGood = question.getByRole("button", { name: "Delete for good" });
    await expect(forGood).toBeDisabled();

    await question.getByRole("textbox").fill("Delete my acc");
    await expect(question.getByText('Please type "delete my acc" to confirm')).toBeVisible();
    await expect(forGood).toBeDisabled();

    await question.getByRole("textbox").fill("delete my acc");
    await forGood.click();
    await expect(page.getByText("Account deleted successfully")).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByText("Session expired. Please login again.")).toBeHidden();

    await logIn(page, email, password);
    await expect(page.getByText("Failed to login")).toBeVisible();
  });
});

test.describe("/edit-profile", () => {
  test("it is filled in, has no gender control, and a change of what others see waits for a moderator", async ({
    ready,
    newPerson,
  }) => {
    const { page, name } = await memberOn(ready, await newPerson("Meera"), "/profile");
    await page.getByRole("link", { name: "Edit Profile" }).click();
    await expect(page).toHaveURL(/\/edit-profile$/);
    await expect(page.getByLabel("Name")).toHaveValue(name);
    await expect(page.getByLabel("Age", { exact: true })).toHaveValue("21");
    await expect(page.getByLabel("Instagram handle")).toHaveValue("meera.live");
    await expect(page.getByLabel("Drinking")).toHaveValue("Socially");
    await expect(page.getByRole("checkbox", { name: /Music/ })).toBeChecked();
    await expect(page.getByRole("radio")).toHaveCount(0);

    await page.getByLabel("Bio").fill("Back row now. Better view.");
    await page.getByLabel("Course").fill("Physics");
    await page.getByLabel("Profile picture").setInputFiles(await jpeg(2));
    await page.getByRole("button", { name: "Update Profile" }).click();
    await expect(page.getByText("Profile updated successfully!")).toBeVisible();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText("Physics")).toBeVisible();
    await expect(page.getByText(/Your change is waiting for a moderator/)).toBeVisible();
    await expect(page.getByText("Front row, left of the sound desk.")).toBeVisible();
  });

  test("what is missing or wrong has its sentence, and nothing typed is lost", async ({ ready, newPerson }) => {
    const { page } = await memberOn(ready, await newPerson("Tara"), "/edit-profile");
    const update = page.getByRole("button", { name: "Update Profile" });
    await page.getByLabel("Name").fill("");
    await page.getByLabel("Bio").fill("Still here");
    await update.click();
    await expect(page.getByText("Please fill all required fields")).toBeVisible();
    await page.getByLabel("Name").fill("Tara");
    await page.getByLabel("Age", { exact: true }).fill("31");
    await page.getByLabel("Phone").fill("12");
    await update.click();
    await expect(page.getByText("Age must be between 18 and 30")).toBeVisible();
    await expect(page.getByText("Please enter a valid phone number")).toBeVisible();
    await expect(page.getByLabel("Bio")).toHaveValue("Still here");

    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText("Front row, left of the sound desk.")).toBeVisible();
  });

  test("a file that is too large, no image or broken has its sentence", async ({ ready, newPerson }) => {
    const { page } = await memberOn(ready, await newPerson("Nila"), "/edit-profile");
    const picture = page.getByLabel("Profile picture");
    await picture.setInputFiles({ name: "big.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(3 * 1024 * 1024) });
    await expect(page.getByText("Image size should be less than 3MB").first()).toBeVisible();
    await picture.setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
    await expect(page.getByText("Please upload an image file").first()).toBeVisible();
    await picture.setInputFiles({ name: "torn.jpg", mimeType: "image/jpeg", buffer: Buffer.from("torn") });
    await expect(page.getByText("Error processing image. Please try again.").first()).toBeVisible();
  });
});

test.describe("/profile", () => {
  test("'How I Look to Others' shows the card as it lies in a deck", async ({ ready, newPerson }) => {
    const { page, name } = await memberOn(ready, await newPerson("Kavya"), "/profile");
    await page.getByRole("button", { name: "How I Look to Others" }).click();
    const look = page.getByRole("dialog", { name: "How I Look to Others" });
    await expect(look.getByRole("heading", { name: `${name}, 21` })).toBeVisible();
    await expect(look.getByText("Drinking: Socially")).toBeAttached();
    await expect(look.getByText("PREMIUM")).toBeHidden();
    await expect(look.getByText("kavya.live")).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(look).toBeHidden();
  });

  test("everybody can read the account's screens and questions, light and dark", async ({ ready, newPerson }) => {
    const { page } = await memberOn(ready, await newPerson("Zoya"), "/profile");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto("/profile");
      for (const name of ["How I Look to Others", "Delete Account"]) {
        await page.getByRole("button", { name }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await mistakesOf(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
      expect(await mistakesOf(page)).toEqual([]);
      await page.goto("/edit-profile");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await mistakesOf(page)).toEqual([]);
    }
  });
});

test.describe("A forgotten password", () => {
  test("the mailed link sets a new one, once", async ({ ready, newPerson }) => {
    const { page } = await newPerson("Ravi");
    const { email } = await makeMember(ready, { name: "Ravi", gender: "male" });
    await page.goto("/auth");
    await page.getByRole("button", { name: "Already have an account?" }).click();
    await page.getByRole("button", { name: "Forgot Password?" }).click();
    await expect(page.getByRole("button", { name: "Back to Login" })).toBeVisible();
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("Please enter your email")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();

    const link = await resetLink(ready, email);
    await page.goto(link);
    await choosePassword(page, "weak", "weak");
    await expect(page.getByText("Please choose a stronger password")).toBeVisible();
    await choosePassword(page, "Str0ng!pass", "Str0ng!past");
    await expect(page.getByText("Passwords do not match")).toBeVisible();
    await choosePassword(page, "Str0ng!pass", "Str0ng!pass");
    await expect(page).toHaveURL(/\/auth$/);
    await logIn(page, email, "Str0ng!pass");
    await expect(page).toHaveURL(/\/swipe$/);

    await page.goto(link);
    await choosePassword(page, "0ther!pass", "0ther!pass");
    await expect(page.getByText("Invalid reset link")).toBeVisible();
    await page.getByRole("link", { name: "Send a new link" }).click();
    await expect(page).toHaveURL(/\/(auth|swipe)$/);
  });

  test("a link that is dead leads a signed-out person to the next one", async ({ page }) => {
    await page.goto(`/reset-password/${"0".repeat(64)}`);
    await choosePassword(page, "Str0ng!pass", "Str0ng!pass");
    await expect(page.getByText("Invalid reset link")).toBeVisible();
    await page.getByRole("link", { name: "Send a new link" }).click();
    await expect(page.getByRole("button", { name: "Reset Password" })).toBeVisible();
    await expect(page.getByLabel("Email")).toBeVisible();
  });

  test("an address without an account gets the same answer", async ({ page }) => {
    await page.goto("/auth");
    await page.getByRole("button", { name: "Already have an account?" }).click();
    await page.getByRole("button", { name: "Forgot Password?" }).click();
    await page.getByLabel("Email").fill(addressOf("nobody"));
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();
    await page.getByRole("button", { name: "Back to Login" }).click();
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  });

  test("a link without a token is invalid and leads to /auth", async ({ page }) => {
    await page.goto("/reset-password");
    await expect(page.getByText("Invalid reset link")).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
  });
});

test.describe("/auth", () => {
  test("the address goes along from face to face, and the keyboard goes on from the new heading", async ({ page }) => {
    const email = addressOf("carried");
    await page.goto("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Already have an account?" }).click();
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeFocused();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByRole("button", { name: "Forgot Password?" }).click();
    await expect(page.getByRole("heading", { name: "Lost your password" })).toBeFocused();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByRole("button", { name: "Back to Login" }).click();
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Email")).toBeFocused();
  });

  test("another tab goes on with a sign-up, without a second mail", async ({ ready, newPerson }) => {
    const { page, context, email, password } = await newPerson("Hema");
    await page.goto("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expect(page.getByLabel("OTP")).toBeFocused();
    const again = page.getByRole("button", { name: /^Send a new code in/ });
    expect(Number(/\d+/.exec(await again.innerText())?.[0]), "at most a minute").toBeLessThanOrEqual(60);

    const other = await context.newPage();
    await other.goto("/auth");
    await expect(other.getByLabel("Email")).toHaveValue(email);
    await other.getByLabel("OTP").fill(await latestCode(ready, email));
    await other.getByLabel("Password", { exact: true }).fill(password);
    await other.getByLabel("Confirm Password").fill(password);
    await other.getByRole("button", { name: "Verify OTP" }).click();
    await expect(other.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await expect(other.getByLabel("Email")).toHaveValue(email);
    expect(await mailsTo(ready, email)).toHaveLength(1);
  });

  test("signing out in one tab takes the other along, quietly", async ({ ready, newPerson }) => {
    const { page, context } = await memberOn(ready, await newPerson("Bela"), "/profile");
    const other = await context.newPage();
    await other.goto("/matches");
    await expect(other.getByRole("tab", { name: /Pending Likes/ })).toBeVisible();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("Signed out successfully")).toBeVisible();
    await expect(other).toHaveURL(/\/auth$/);
    await expect(other.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await expect(other.getByText("Session expired. Please login again.")).toBeHidden();
  });

  test("a session that ends by itself says so, in every tab", async ({ ready, newPerson }) => {
    const { page, context, email } = await memberOn(ready, await newPerson("Rani"), "/profile");
    const other = await context.newPage();
    await other.goto("/matches");
    await expect(other.getByRole("tab", { name: /Pending Likes/ })).toBeVisible();
    await call(ready, "action", "auth:requestReset", { email });
    const token = (await resetLink(ready, email)).split("/").at(-1);
    await call(ready, "action", "auth:resetPassword", { token, password: "Str0ng!pass" });
    for (const tab of [page, other]) {
      await expect(tab.getByText("Session expired. Please login again.")).toBeVisible();
      await expect(tab).toHaveURL(/\/auth$/);
    }
  });
});

/** A member with the browser already signed in and on a screen. */
async function memberOn(ready: Ready, { context, page, name }: Person, path: string): Promise<Person> {
  const member = await makeMember(ready, { name, gender: "female" });
  const person = { context, page, name, email: member.email, password: member.password };
  await signIn(person);
  await expect(page).toHaveURL(/\/swipe$/);
  await page.goto(path);
  return person;
}

/** For whoever /auth already shows the sign-in form. */
async function logIn(page: Page, email: string, password: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function jpeg(n: number) {
  return { name: "me.jpg", mimeType: "image/jpeg", buffer: await photo(n) };
}

async function mistakesOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

async function choosePassword(page: Page, password: string, again: string) {
  await page.getByLabel("New Password").fill(password);
  await page.getByLabel("Confirm Password").fill(again);
  await page.getByRole("button", { name: "Reset Password" }).click();
}

/** Where the newest mail's link leads, in the browser under test. */
async function resetLink(ready: Ready, email: string): Promise<string> {
  let path = "";
  await expect
    .poll(async () => {
      const links = (await mailsTo(ready, email)).map(({ text }) => /\/reset-password\/[0-9a-f]{64}/.exec(text)?.[0]);
      return (path = links.find((found) => found !== undefined) ?? "");
    })
    .not.toBe("");
  return path;
}
