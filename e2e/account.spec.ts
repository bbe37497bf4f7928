/** The screens around one's own account, as a member meets them. */
import type { Page } from "@playwright/test";
import { call } from "./doors";
import { expect, fillSignIn, test } from "./fixtures";
import { jpeg } from "./pictures";
import { mistakesOf } from "./mistakes";
import { memberOn } from "./signedIn";

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

    await fillSignIn(page, email, password);
    await expect(page.getByText("Failed to login")).toBeVisible();
  });

  for (const lost of ["order", "answer"] as const) {
    test(`a deletion whose ${lost} is lost in a dead spot is done once the line is back, and no session expired`, async ({
      ready,
      newPerson,
    }) => {
      const person = await newPerson("Noor");
      const line = await lineThatLoses(lost, person.page);
      await person.page.clock.install();
      const { page, email, password } = await memberOn(ready, person, "/profile");
      const signsIn = () => call(ready, "action", "auth:signIn", { provider: "password", params: { email, password } });
      await page.getByRole("button", { name: "Delete Account" }).click();
      await page.getByRole("dialog").getByRole("textbox").fill("delete my acc");
      await page.getByRole("button", { name: "Delete for good" }).click();
      await line.lost;
      await expect.poll(signsIn).toMatchObject({ status: lost === "answer" ? "error" : "success" });
      await page.clock.fastForward(5_000);
      await expect(page.getByText("Failed to delete account")).toBeVisible();
      let isToldOfExpiry = false;
      const expired = page.getByText("Session expired. Please login again.");
      const told = expired.waitFor({ timeout: 0 }).then(() => (isToldOfExpiry = true));
      told.catch(() => undefined);
      // However long the line takes to come back, the page's patience lasts. Whoever presses again hears of the first time.
      await page.clock.pauseAt(Date.now() + 6_000);
      if (lost === "answer") await page.getByRole("button", { name: "Delete for good" }).click();
      await line.mend();
      await page.clock.resume();

      if (lost === "answer") await expect(page.getByText("Account deleted successfully")).toBeVisible();
      await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
      await expect(page).toHaveURL(/\/auth$/);
      // Whatever was said with that is on the screen a moment later.
      await page.clock.fastForward(500);
      await expect(expired).toBeHidden();
      expect(isToldOfExpiry).toBe(false);
      expect(await signsIn()).toMatchObject({ status: "error" });
    });
  }
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

/** A line that breaks while the deletion is on its way there, or its answer on the way back, until it is mended. */
async function lineThatLoses(what: "order" | "answer", page: Page) {
  let isCut = false;
  let cut = (): void => undefined;
  const lost = new Promise<void>((resolve) => {
    cut = resolve;
  });
  let [isLost, isOpen] = [false, false];
  await page.routeWebSocket(/\/sync$/, (socket) => {
    if (isCut) return void socket.close({ code: 1012 });
    isOpen = true;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const isIt = !isLost && String(message).includes("auth:deleteAccount");
      if (!isIt || what === "answer") server.send(message);
      if (!isIt) return;
      isCut = isLost = true;
      isOpen = false;
      void socket.close({ code: 1012 }).then(cut);
    });
  });
  return {
    lost,
    mend: async () => {
      isCut = false;
      const tryAgain = () => page.evaluate(() => window.dispatchEvent(new Event("online")));
      await expect.poll(async () => (await tryAgain()) && isOpen).toBe(true);
    },
  };
}
