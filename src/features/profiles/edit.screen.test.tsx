import type { FunctionArgs } from "convex/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { festivalDates } from "../../../convex/shared/festival";
import { dayName } from "../../lib/festivalDays";
import { festival } from "../../testing/festival";
import { field, type } from "../../testing/forms";
import { deployment, reload, showTo } from "../../testing/page";
import { brokenPhoto, member, newId, photo, pictureFile, shownAt, uploaded, type Me } from "../../testing/people";
import { choosePhoto, picker } from "./profileForm.testing";

const update = page.getByRole("button", { name: "Update Profile" });
const fillAll = "Please fill all required fields";

test("the form is filled in, has no gender control, and sends the changes: 'Profile updated successfully!'", async () => {
  const me = await showForm();
  await expect.element(field("Name")).toHaveValue("Asha");
  await expect.element(field("Age")).toHaveValue("21");
  await expect.element(field("Instagram handle")).toHaveValue("asha.live");
  await expect.element(page.getByLabelText("Drinking")).toHaveValue("Socially");
  await expect.element(page.getByRole("checkbox", { name: "Music" })).toBeChecked();
  expect(page.getByRole("radio").elements()).toEqual([]);

  await type({ Bio: "Back row now. Better view.", Course: "Film Studies", Year: "2" });
  await choosePhoto();
  deployment.answer(api.profiles.update, ({ profile }) => {
    const { course = "", year = "" } = profile;
    deployment.answer(api.profiles.me, { ...me, course, year, changeWaiting: true });
    deployment.answer(api.profiles.waiting, waitingOf(me, profile));
    return null;
  });
  await update.click();
  await expect.element(page.getByText("Profile updated successfully!")).toBeVisible();
  expect(window.location.pathname).toBe("/profile");
  await expect
    .element(page.getByText("Female · Film Studies · 2nd year"), { message: "the year as an ordinal" })
    .toBeVisible();
  await expect.element(page.getByText("Back row now. Better view.")).toBeVisible();
  expect(deployment.calls(api.profiles.update)).toMatchObject([
    {
      profile: { bio: "Back row now. Better view.", course: "Film Studies", year: "2", photoIds: [expect.any(String)] },
    },
  ]);
});

test("a member chooses ages to meet, the younger first, and festival days, and takes a day back, which their card shows", async () => {
  const days = festivalDates(festival);
  const [first = "", second = "", third = ""] = days.map(dayName);
  const me = await showForm();
  const [youngest, oldest] = [page.getByLabelText("Youngest"), page.getByLabelText("Oldest")];
  await expect.element(youngest).toHaveValue("18");
  await expect.element(oldest).toHaveValue("30");
  await youngest.selectOptions("24");
  await oldest.selectOptions("20");
  for (const day of [third, second, first, second]) await page.getByRole("checkbox", { name: day }).click();
  await update.click();
  await expect.element(youngest, { message: "the error is above the button" }).toHaveFocus();
  await expect.element(page.getByText("Choose ages from 18 to 30, the younger one first")).toBeVisible();
  expect(deployment.calls(api.profiles.update)).toEqual([]);

  await youngest.selectOptions("19");
  deployment.answer(api.profiles.update, ({ profile }) => {
    deployment.answer(api.profiles.me, { ...me, festivalDays: profile.festivalDays ?? [] });
    return null;
  });
  await update.click();
  await page.getByRole("button", { name: "How I Look to Others" }).click();
  await expect.element(page.getByText(`There on ${first}, ${third}`)).toBeVisible();
  const chosen = { ageRange: { min: 19, max: 20 }, festivalDays: [days[0], days[2]] };
  expect(deployment.calls(api.profiles.update)).toMatchObject([{ profile: chosen }]);
});

test("missing and wrong fields get their sentences, nothing typed is lost, and Cancel discards the changes", async () => {
  await showForm();
  await type({ Name: "", Bio: "Still here" });
  await update.click();
  await expect.element(page.getByText(fillAll)).toBeVisible();
  await type({ Name: "Tara", Age: "31", Phone: "12" });
  await update.click();
  await expect.element(page.getByText("Age must be between 18 and 30")).toBeVisible();
  await expect.element(page.getByText("Please enter a valid phone number")).toBeVisible();
  await expect.element(field("Bio")).toHaveValue("Still here");

  await page.getByRole("link", { name: "Cancel" }).click();
  await expect.element(page.getByText("Front row, left of the sound desk.")).toBeVisible();
  expect(window.location.pathname).toBe("/profile");
  expect(deployment.calls(api.profiles.update)).toEqual([]);
});

test("the form understands a phone number with blanks and a pasted Instagram address", async () => {
  await showForm();
  await type({
    Phone: "+91 (98765) 432-10",
    "Instagram handle": "https://www.instagram.com/jaya.on.the.road?igsh=MWQ1ZGUxMzBkMA==",
  });
  await expect.element(field("Instagram handle")).toHaveValue("jaya.on.the.road");
  await update.click();
  await expect
    .poll(() => deployment.calls(api.profiles.update))
    .toMatchObject([{ profile: { phoneNumber: "+919876543210", instagramHandle: "jaya.on.the.road" } }]);
  expect(deployment.calls(api.profiles.update)[0]?.profile, "the photos stay").not.toHaveProperty("photoIds");
});

test("a file that is too large, not an image or broken gets its own sentence", async () => {
  await showForm();
  const files = [
    [
      new File([new Uint8Array(3 * 1024 * 1024)], "big.jpg", { type: "image/jpeg" }),
      "Image size should be less than 3MB",
    ],
    [new File(["%PDF"], "cv.pdf", { type: "application/pdf" }), "Please upload an image file"],
    [new File(["torn"], "torn.jpg", { type: "image/jpeg" }), "Error processing image. Please try again."],
  ] as const;
  for (const [file, sentence] of files) {
    await userEvent.upload(picker, file);
    await expect.element(page.getByText(sentence)).toBeVisible();
  }
  expect(deployment.calls(api.profiles.uploadPhoto)).toEqual([]);
});

test("the draft survives a reload, and Cancel deletes it", async () => {
  await showForm();
  await field("Bio").fill("A better line");
  reload();
  await expect.element(field("Bio")).toHaveValue("A better line");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect.element(field("Bio")).toHaveValue("Front row, left of the sound desk.");
});

test("a photo that arrives after Cancel is not in the form the next time", async () => {
  await showForm();
  const upload = deployment.hold(api.profiles.uploadPhoto);
  await userEvent.upload(picker, await pictureFile());
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect.element(page.getByRole("link", { name: "Edit Profile" })).toBeVisible();
  upload.answer(uploaded());
  // The answer needs no timer. By the next screen it has arrived.
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect.element(page.getByAltText("Your photo")).toBeVisible();
  await expect.element(page.getByAltText("The photo you chose")).not.toBeInTheDocument();
});

test("the form starts from the waiting version, including its photo", async () => {
  const photoId = newId("photos");
  const { name, bio, instagramHandle } = member();
  const photos = shownAt(brokenPhoto).map((shown) => ({ ...shown, photoId }));
  const pictures = { photoIds: [photoId], photos, photoURL: brokenPhoto };
  const change = { name, bio, instagramHandle, age: 21, gender: "female", ...pictures } as const;
  await showForm({ changeWaiting: true }, { ...change, bio: "First thought" });
  await expect.element(page.getByText(/Saving here replaces it/)).toBeVisible();
  await expect.element(field("Bio")).toHaveValue("First thought");
  await expect.element(page.getByAltText("Your photo")).toHaveAttribute("src", brokenPhoto);
  await field("Bio").fill("Second thought");
  await update.click();
  await expect
    .poll(() => deployment.calls(api.profiles.update))
    .toMatchObject([{ profile: { bio: "Second thought", photoIds: [photoId] } }]);
});

test("a failed update keeps what was typed: 'Failed to update profile'", async () => {
  await showForm();
  deployment.break(api.profiles.update);
  await field("Bio").fill("A line that must not be lost");
  await update.click();
  await expect.element(page.getByText("Failed to update profile")).toBeVisible();
  await expect.element(field("Bio")).toHaveValue("A line that must not be lost");
});

test("a late answer to a save does not take the member away from another screen", async () => {
  await showForm();
  const saved = deployment.hold(api.profiles.update);
  await field("Bio").fill("Back row now. Better view.");
  await update.click();
  await expect.poll(() => deployment.calls(api.profiles.update)).toHaveLength(1);
  await page.getByRole("link", { name: "Matches" }).click();
  await expect.element(page.getByRole("heading", { name: "No matches yet" })).toBeVisible();
  saved.answer(null);
  await expect.element(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "No matches yet" })).toBeVisible();
  expect(window.location.pathname).toBe("/matches");
});

test("text typed while a save is on its way stays in the form, and the next save sends it", async () => {
  await showForm();
  const saved = deployment.hold(api.profiles.update);
  await field("Bio").fill("Back row now.");
  await update.click();
  await expect.poll(() => deployment.calls(api.profiles.update)).toHaveLength(1);
  await field("Bio").fill("Back row now. Better view.");
  saved.answer(null);
  await expect.element(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect.element(page.getByText("Update again to send what you have typed since.")).toBeVisible();
  await expect.element(field("Bio")).toHaveValue("Back row now. Better view.");
  deployment.answer(api.profiles.update, null);
  await update.click();
  await expect.poll(() => window.location.pathname).toBe("/profile");
  expect(deployment.calls(api.profiles.update).at(-1)).toMatchObject({
    profile: { bio: "Back row now. Better view." },
  });
});

test("a photo chosen offline says that it waits, blocks the form, and is sent once the network is back", async () => {
  await showForm();
  deployment.answer(api.profiles.update, null);
  deployment.disconnect();
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => network.mockRestore());
  await userEvent.upload(picker, await pictureFile(200));
  const networkNote = page
    .getByText("No connection. Keep this page open: your photo is sent as soon as you are back.")
    .first();
  await expect.element(networkNote).toBeVisible();
  await expect.element(page.getByAltText("The photo you chose")).toBeVisible();
  await update.click();
  await expect.element(page.getByRole("button", { name: "Update Profile" })).toBeEnabled();
  expect(deployment.calls(api.profiles.update)).toEqual([]);

  const sent = uploaded();
  deployment.answer(api.profiles.uploadPhoto, sent);
  network.mockRestore();
  deployment.reconnect();
  await expect.element(networkNote).not.toBeInTheDocument();
  await update.click();
  await expect
    .poll(() => deployment.calls(api.profiles.update))
    .toMatchObject([{ profile: { photoIds: [sent.photoId] } }]);
});

test("a person's own photo that does not load is replaced by a drawn camera, and can be changed", async () => {
  const photos = shownAt(brokenPhoto).map((shown) => ({ ...shown, photoId: newId("photos") }));
  showTo(member({ photos }), "/edit-profile");
  await expect.element(page.getByAltText("Your photo")).toHaveClass(/opacity-0/);
  await expect.element(page.getByText("Change the photo")).toBeVisible();
});

test.each([
  '{"photos":5}',
  '{"photos":[null]}',
  '{"typed":{"hobbies":{}}}',
  '{"typed":{"bio":5}}',
  '{"typed":7}',
  "7",
  "{",
])("a damaged draft (%s) is ignored", async (damaged) => {
  const me = member({ photoURL: photo });
  window.sessionStorage.setItem(`draft:edit:${me._id}`, damaged);
  deployment.answer(api.profiles.waiting, null);
  showTo(me, "/edit-profile");
  await expect.element(field("Bio")).toHaveValue("Front row, left of the sound desk.");
  await expect.element(page.getByAltText("Your photo")).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: "Music" })).toBeChecked();
});

type WaitingVersion = typeof api.profiles.waiting._returnType;
type Sent = FunctionArgs<typeof api.profiles.update>["profile"];

function waitingOf({ name, photos, photoURL, instagramHandle }: Me, { bio = "" }: Sent): WaitingVersion {
  const photoIds = photos.map(({ photoId }) => photoId);
  return { name, age: 21, gender: "female", bio, instagramHandle, photoIds, photos, photoURL };
}

async function showForm(more: Partial<Me> = {}, waiting: WaitingVersion = null) {
  const me = member({ photoURL: photo, ...more });
  deployment.answer(api.profiles.waiting, waiting);
  showTo(me, "/edit-profile");
  await expect.element(update).toBeVisible();
  return me;
}
