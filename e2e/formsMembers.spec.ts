/** The forms behind the sign-in against bad input: profile, report, deletion, and a moderator's decision. */
import type { Page } from "@playwright/test";
import { hostile, isUnharmed, pressTwice, refusesEach, rightProfile, type, type Case } from "./badInput";
import { expect, test, woman } from "./demands/people";
import { signInModerator } from "./fixtures";
import { jpeg } from "./pictures";
import type { Ready } from "./product";

const age = "Age must be between 18 and 30";
const phone = "Please enter a valid phone number";
const handle = "Please enter a valid Instagram handle";
const contact = "Please keep contact details out of your profile";
const wrongProfiles: Case[] = [
  ...["17", "31", "18.", "2e1", "+20"].map((Age): Case => [{ Age }, age]),
  [{ Age: "abc", Phone: "12345", "Instagram handle": "two words" }, age, phone, handle],
  [{ Phone: "+91 98765-43210x", "Instagram handle": hostile.script }, phone, handle],
  [{ Phone: "९८७६५४३२१०", "Instagram handle": hostile.rightToLeft }, phone, handle],
  [{ Name: "Asha 98765 43210", Bio: "more on www.example.com" }, contact],
  [{ Name: "@asha.live", Bio: "insta: asha" }, contact],
];
const visible = { Name: `O'Hara <b>"x"</b>`, Bio: `<img src=x onerror='document.title="owned"'> 🎉` };

test("/create-profile refuses each field by its sentence, and a hostile profile is created once, as text", async ({
  ready,
  people,
  newPerson,
}) => {
  const page = await people.seat(await people.account("Creating"));
  const send = "Create Profile";
  const fillAll = "Please fill all fields and upload a profile picture";
  await page.getByRole("radio", { name: "Female", exact: true }).check();
  await page.getByRole("checkbox", { name: "Music" }).check();
  await page.getByLabel("Drinking").selectOption("Socially");
  await page.getByLabel("Smoking").selectOption("Never");
  await refusesEach(page, send, rightProfile, [[{}, fillAll]]);
  await page.getByLabel("Name").fill("");
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByText("Still needed"), "the photo is marked like the name").toHaveCount(2);
  await expect(page.getByLabel("Profile picture"), "and comes first").toBeFocused();
  await page.getByLabel("Profile picture").setInputFiles(await jpeg(4));
  await expect(page.getByRole("progressbar")).toBeHidden();
  await refusesEach(page, send, rightProfile, [
    [{ Name: "", Age: "", Phone: "", Bio: "", "Instagram handle": "" }, fillAll],
    [{ Name: "  ", Age: " ", Phone: " ", Bio: "\n", "Instagram handle": "@" }, fillAll],
    [{ Name: hostile.invisible }, fillAll],
    [{ Bio: hostile.invisible }, fillAll],
    ...wrongProfiles,
  ]);
  await staysWithin(page);

  await type(page, { ...rightProfile, ...visible });
  await pressTwice(page, send);
  await expect(page.getByText("Profile created successfully!")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
  await expect(page.getByText(visible.Name)).toBeVisible();
  await isUnharmed(page);

  const { page: desk } = await newPerson("Desk");
  await signInModerator(ready, desk);
  const row = desk.getByRole("navigation", { name: "Waiting profiles" }).getByRole("button", { name: visible.Name });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(desk.getByText(visible.Bio)).toBeVisible();
  await isUnharmed(desk);
});

test("a report refuses emptiness, holds at most 500 characters, and arrives once, as text", async ({
  ready,
  people,
  newPerson,
}) => {
  await people.member(woman("Reported Rina"));
  const page = await people.seat(await people.member(woman("Reporting Reba")), "/swipe");
  await page.getByRole("button", { name: "Report Reported Rina" }).click();
  const form = page.getByRole("dialog");
  const missing = "Please provide a reason for reporting";
  await refusesEach(form, "Submit Report", { Reason: "" }, [
    [{ Reason: "" }, missing],
    [{ Reason: " \n " }, missing],
  ]);
  await type(form, { Reason: hostile.invisible });
  await form.getByRole("button", { name: "Submit Report" }).click();
  await expect(page.getByText(missing).first()).toBeVisible();
  await type(form, { Reason: hostile.long });
  await expect(form.getByText("500 of 500")).toBeVisible();
  await type(form, { Reason: hostile.script });
  await pressTwice(form, "Submit Report");
  await expect(page.getByText("Report submitted successfully")).toHaveCount(1);
  await expect(form).toBeHidden();

  const { page: desk } = await newPerson("Desk");
  await signInModerator(ready, desk);
  await desk.getByRole("button", { name: /^Reports/ }).click();
  const row = desk.getByRole("button", { name: /Reported Rina/ });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(desk.getByText(hostile.script)).toBeVisible();
  await isUnharmed(desk);
});

test.describe("a moderator's decision", () => {
  test("takes a reason of any characters up to 300, shown to the person as text", async ({
    ready,
    people,
    newPerson,
  }) => {
    const applicant = await people.applicant(woman("Wordy Rhea"));
    const theirs = await people.seat(applicant, "/moderation-pending");
    await expect(theirs.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
    const desk = await deskOn(ready, (await newPerson("Desk")).page, "Wordy Rhea");
    await desk.getByRole("button", { name: "Reject & Delete" }).click();
    const reason = desk.getByRole("textbox", { name: "Reason" });
    await reason.fill(hostile.long);
    await expect(reason).toHaveValue("x".repeat(300));
    await reason.fill(hostile.script);
    await reason.press("Enter");
    await expect(theirs.getByText(hostile.script)).toBeVisible();
    await isUnharmed(theirs);
  });

  test("is one, however often a key or a button is pressed: whoever is next stays", async ({
    ready,
    people,
    newPerson,
  }) => {
    const names = ["Next Anu", "Next Bina", "Next Chitra", "Next Dipa", "Next Esha", "Next Farah"];
    for (const name of names) await people.applicant(woman(name));
    const desk = await deskOn(ready, (await newPerson("Desk")).page, "Next Anu");
    const shown = async (name: string) => {
      await expect(desk.getByRole("heading", { name })).toBeVisible();
      await expect(desk.getByRole("button", { name: "Approve" })).toBeEnabled();
    };
    await pressTwice(desk, "Approve");
    await shown("Next Bina");
    await desk.getByRole("button", { name: "Reject & Delete" }).click();
    await pressTwice(desk.getByRole("dialog"), "Reject & Delete");
    await shown("Next Chitra");
    await desk.keyboard.down("a");
    for (let repeat = 0; repeat < 5; repeat++) await desk.keyboard.down("a");
    await desk.keyboard.up("a");
    await shown("Next Dipa");
    await desk.keyboard.press("r");
    for (let press = 0; press < 2; press++) await desk.keyboard.press("Enter");
    await shown("Next Esha");
    for (let press = 0; press < 2; press++) await desk.keyboard.press("a");
    await shown("Next Farah");
    await desk.reload();
    await expect(desk.getByRole("button", { name: /Next Farah/ })).toBeVisible();
    await expect(desk.getByRole("button", { name: /Next (Anu|Bina|Chitra|Dipa|Esha)/ })).toHaveCount(0);
  });
});

/** The fields that count take no more than they may, and an emoji is one character. */
async function staysWithin(page: Page) {
  await type(page, { Name: hostile.long, Bio: hostile.long });
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("x".repeat(60));
  await expect(page.getByText("150/150")).toBeVisible();
  await type(page, { Bio: "🎉".repeat(200) });
  await expect(page.getByText("150/150")).toBeVisible();
}

/** The dashboard with somebody open. */
async function deskOn(ready: Ready, page: Page, name: string): Promise<Page> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInModerator(ready, page);
  await page.getByRole("button", { name: new RegExp(name) }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  return page;
}
