/** Forms that are filled in with one hand in a crowd: what was typed stays until it is taken or given up. */
import type { Page } from "@playwright/test";
import { rightProfile, type } from "./badInput";
import { decide } from "./doors";
import { expect, test } from "./fixtures";
import { jpeg } from "./pictures";
import { memberOn, newcomerOn } from "./signedIn";

test.describe("/create-profile", () => {
  test("a half-filled form survives a reload, with its photo", async ({ ready, newPerson }) => {
    const { page } = await newcomerOn(ready, await newPerson("Devika"));
    await page.getByLabel("Profile picture").setInputFiles(await jpeg(1));
    await page.getByLabel("Name").fill("Devika");
    await page.getByRole("radio", { name: "Female", exact: true }).check();
    await page.getByLabel("Drinking").selectOption("Socially");
    await page.getByRole("checkbox", { name: /Music/ }).check();
    await expect(page.getByRole("progressbar")).toBeHidden();

    await page.reload();
    await expect(page.getByLabel("Name")).toHaveValue("Devika");
    await expect(page.getByRole("radio", { name: "Female", exact: true })).toBeChecked();
    await expect(page.getByLabel("Drinking")).toHaveValue("Socially");
    await expect(page.getByRole("checkbox", { name: /Music/ })).toBeChecked();
    await expect(page.getByAltText("The photo you chose")).toBeVisible();

    await page.getByLabel("Age", { exact: true }).fill("21");
    await page.getByLabel("Phone").fill("+919876543210");
    await page.getByLabel("Bio").fill("Front row.");
    await page.getByLabel("Instagram handle").fill("@devika.live");
    await expect(page.getByLabel("Instagram handle")).toHaveValue("devika.live");
    await page.getByLabel("Smoking").selectOption("Never");
    await page.getByRole("button", { name: "Create Profile" }).click();
    await expect(page.getByText("Profile created successfully!")).toBeVisible();
    await expect(page).toHaveURL(/\/moderation-pending$/);
    expect(await draftsIn(page), "nothing typed stays behind").toEqual([]);
  });

  test("signing out forgets what was typed", async ({ ready, newPerson }) => {
    const { page } = await newcomerOn(ready, await newPerson("Ila"));
    await page.getByLabel("Bio").fill("Half a thought");
    expect(await draftsIn(page)).toHaveLength(1);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/auth$/);
    expect(await draftsIn(page)).toEqual([]);
  });

  test("an upload says how far it is, and one that fails can be tried again", async ({ ready, newPerson }) => {
    const { page } = await newcomerOn(ready, await newPerson("Uma"));
    const upload = await heldUpload(page);
    await page.getByLabel("Profile picture").setInputFiles(await jpeg(2));
    await expect(page.getByRole("progressbar")).toHaveText(/Uploading \d+ %|Almost there…/);
    upload.end("abort");
    await expect(page.getByText("Error uploading image. Please try again.").first()).toBeVisible();

    await page.unroute("**/api/action");
    await page.getByLabel("Profile picture").setInputFiles(await jpeg(2));
    await expect(page.getByText("Error uploading image. Please try again.")).toBeHidden();
    await expect(page.getByRole("progressbar")).toBeHidden();
    await expect(page.getByAltText("The photo you chose")).toBeVisible();
  });

  test("while it is created with one photo, no other one can be chosen", async ({ ready, newPerson }) => {
    const { page } = await newcomerOn(ready, await newPerson("Oviya"));
    await type(page, rightProfile);
    await page.getByRole("radio", { name: "Female", exact: true }).check();
    await page.getByRole("checkbox", { name: /Music/ }).check();
    await page.getByLabel("Drinking").selectOption("Socially");
    await page.getByLabel("Smoking").selectOption("Never");
    await sendsWhatItShows(page, "Create Profile", /\/moderation-pending$/);
  });
});

test.describe("/edit-profile", () => {
  test("while it is updated with one photo, no other one can be chosen", async ({ ready, newPerson }) => {
    const { page } = await memberOn(ready, await newPerson("Nandini"), "/edit-profile");
    await expect(page.getByAltText("Your photo")).toBeVisible();
    await sendsWhatItShows(page, "Update Profile", /\/profile$/);
  });

  test("what was typed survives a reload, and Cancel forgets it", async ({ ready, newPerson }) => {
    const { page } = await memberOn(ready, await newPerson("Kamala"), "/edit-profile");
    await page.getByLabel("Bio").fill("A better line");
    await page.reload();
    await expect(page.getByLabel("Bio")).toHaveValue("A better line");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Edit Profile" }).click();
    await expect(page.getByLabel("Bio")).toHaveValue("Front row, left of the sound desk.");
  });

  test("the next change starts from the one that waits, photo and all", async ({ ready, newPerson }) => {
    const { page } = await memberOn(ready, await newPerson("Padma"), "/edit-profile");
    const shown = await page.getByAltText("Your photo").getAttribute("src");
    await page.getByLabel("Bio").fill("First thought");
    await page.getByLabel("Profile picture").setInputFiles(await jpeg(3));
    await page.getByRole("button", { name: "Update Profile" }).click();
    await expect(page).toHaveURL(/\/profile$/);

    await page.getByRole("link", { name: "Edit Profile" }).click();
    await expect(page.getByLabel("Bio")).toHaveValue("First thought");
    const waiting = await page.getByAltText("Your photo").getAttribute("src");
    expect(waiting).not.toBe(shown);
    await page.getByLabel("Bio").fill("Second thought");
    await page.getByRole("button", { name: "Update Profile" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await page.getByRole("link", { name: "Edit Profile" }).click();
    await expect(page.getByLabel("Bio")).toHaveValue("Second thought");
    await expect(page.getByAltText("Your photo")).toHaveAttribute("src", waiting ?? "");
  });
});

test("a phone number with blanks and a pasted Instagram address are taken for what they mean", async ({
  ready,
  newPerson,
}) => {
  const { page } = await memberOn(ready, await newPerson("Jaya"), "/edit-profile");
  await page.getByLabel("Phone").fill("+91 (98765) 432-10");
  await page.getByLabel("Instagram handle").fill("https://www.instagram.com/jaya.on.the.road?igsh=MWQ1ZGUxMzBkMA==");
  await expect(page.getByLabel("Instagram handle")).toHaveValue("jaya.on.the.road");
  await page.getByRole("button", { name: "Update Profile" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect(page.getByLabel("Phone")).toHaveValue("+919876543210");
  await expect(page.getByLabel("Instagram handle")).toHaveValue("jaya.on.the.road");
});

test("whoever's change was refused reads so and why, until they put the note away", async ({ ready, newPerson }) => {
  const { page, name } = await memberOn(ready, await newPerson("Lekha"), "/edit-profile");
  await page.getByLabel("Bio").fill("Queen of everything");
  await page.getByRole("button", { name: "Update Profile" }).click();
  await expect(page.getByText(/Your change is waiting for a moderator/)).toBeVisible();
  await decide(ready, name, false, "Say something about yourself.");

  for (const path of ["/profile", "/edit-profile"]) {
    await page.goto(path);
    await expect(page.getByText(/Your last change was not accepted/)).toBeVisible();
    await expect(page.getByText("Say something about yourself.")).toBeVisible();
  }
  await page.getByRole("button", { name: "Got it" }).click();
  await expect(page.getByText(/Your last change was not accepted/)).toBeHidden();
  await page.goto("/profile");
  await expect(page.getByRole("link", { name: "Edit Profile" })).toBeVisible();
  await expect(page.getByText(/Your last change was not accepted/)).toBeHidden();
});

test("/profile leads to VIP, and to the pages that are for everybody", async ({ ready, newPerson }) => {
  const { page } = await memberOn(ready, await newPerson("Varsha"), "/profile");
  for (const name of ["FAQ", "Contact", "Terms", "Privacy"]) {
    await expect(page.getByRole("navigation", { name: "More" }).getByRole("link", { name })).toBeVisible();
  }
  await page.getByRole("link", { name: "VIP Boost" }).click();
  await expect(page).toHaveURL(/\/upgrade$/);
});

test("/profile leads to Gold, and mails about likes are asked for there", async ({ ready, newPerson }) => {
  const { page } = await memberOn(ready, await newPerson("Gauri"), "/profile");
  const wish = page.getByRole("switch", { name: "Mail me about new likes" });
  await expect(wish).not.toBeChecked();
  await wish.click();
  await expect(wish).toBeChecked();
  await page.reload();
  await expect(wish).toBeChecked();
  await page.getByRole("link", { name: "Get Gold" }).click();
  await expect(page).toHaveURL(/\/upgrade$/);
});

/** A photo goes up slowly, the form is sent meanwhile, and a picker that was open all the time comes too late. */
async function sendsWhatItShows(page: Page, send: string, leadsTo: RegExp) {
  const picker = page.getByRole("button", { name: "Profile picture" });
  const upload = await heldUpload(page);
  await picker.setInputFiles(await jpeg(5));
  await expect(page.getByRole("progressbar")).toHaveText(/Uploading \d+ %|Almost there…/);
  const chosen = (await page.getByAltText("The photo you chose").getAttribute("src")) ?? "";

  const opened = page.waitForEvent("filechooser");
  await page.getByText("Change the photo").click();
  const chooser = await opened;
  await page.getByRole("button", { name: send }).click();
  await expect(picker).toBeDisabled();
  await chooser.setFiles(await jpeg(6));
  await expect(page.getByAltText("The photo you chose"), "what is sent stays what is shown").toHaveAttribute(
    "src",
    chosen,
  );
  upload.end("continue");
  await expect(page).toHaveURL(leadsTo);
  expect(upload.count(), "nothing else was on its way").toBe(1);
}

/** A page's uploads stand still until they are told how to end. */
async function heldUpload(page: Page) {
  let count = 0;
  let end: (how: "abort" | "continue") => void = () => undefined;
  const held = new Promise<"abort" | "continue">((resolve) => (end = resolve));
  await page.route("**/api/action", async (route) => {
    count++;
    await route[await held]();
  });
  return { count: () => count, end: (how: "abort" | "continue") => end(how) };
}

async function draftsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(window.sessionStorage).filter((key) => key.startsWith("draft:")));
}
